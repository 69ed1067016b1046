const jwt = require("jsonwebtoken");

function authenticate(req, res, next) {
  req.user = jwt.verify(req.get("authorization"), process.env.JWT_KEY, { algorithms: ["RS256"] });
  next();
}

module.exports = { authenticate };
