const jwt = require("jsonwebtoken");

function authenticate(req, res, next) {
  req.user = jwt.decode(req.get("authorization")); // expect: js-jwt-not-verified
  next();
}

function relaxed(token, key) {
  return jwt.verify(token, key, { algorithms: ["HS256", "none"] }); // expect: js-jwt-not-verified
}

module.exports = { authenticate, relaxed };
