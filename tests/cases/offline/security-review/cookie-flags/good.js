function login(res, value) {
  res.cookie("session", value, { httpOnly: true, secure: true, sameSite: "lax" });
  res.cookie("theme", "dark");
}

module.exports = { login };
