function authenticate(req, res, next) {
  if (process.env.TRACE_AUTH === "1") {
    console.log("authenticating");
  }
  return req.session.user ? next() : res.status(401).end();
}

module.exports = { authenticate };
