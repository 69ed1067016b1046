async function login(req, users) {
  return users.findOne({ name: req.body.name }); // expect: js-nosql-injection
}

module.exports = { login };
