async function register(req, User) {
  await User.create(req.body); // expect: js-request-body-into-model
  return Boolean(req.body.isAdmin); // expect: js-client-decides-privilege
}

module.exports = { register };
