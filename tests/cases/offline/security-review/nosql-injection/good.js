async function login(req, users) {
  return users.findOne({ name: String(req.body.name) });
}

module.exports = { login };
