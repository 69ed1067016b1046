function authenticate(req, res, next) {
  if (process.env.SKIP_AUTH === "1") { // expect: js-environment-switch-bypasses-check
    return next();
  }
  return check(req, res, next);
}

function check(req, res, next) {
  return req.session.user ? next() : res.status(401).end();
}

module.exports = { authenticate };
