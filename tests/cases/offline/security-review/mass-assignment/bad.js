async function register(req, User) {
  await User.create(req.body); // expect: js-request-body-into-model
  if (req.body.balance > 100) { // expect: js-client-states-server-fact
    return true;
  }
  return Boolean(req.body.isAdmin); // expect: js-client-decides-privilege
}

module.exports = { register };
