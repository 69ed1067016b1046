async function register(req, User) {
  const { name, email } = req.body;
  await User.create({ name, email });
  return Boolean(req.session.isAdmin);
}

module.exports = { register };
