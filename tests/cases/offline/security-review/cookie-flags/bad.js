function login(res, value) {
  res.cookie("session", value, { maxAge: 3600000 }); // expect: js-session-cookie-unprotected
}

module.exports = { login };
