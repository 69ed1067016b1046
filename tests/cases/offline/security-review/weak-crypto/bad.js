const crypto = require("crypto");

function fingerprint(content) {
  return crypto.createHash("md5").update(content).digest("hex"); // expect: js-weak-hash
}

function hide(key, text) {
  const cipher = crypto.createCipheriv("aes-256-ecb", key, null); // expect: js-broken-cipher
  return cipher.update(text);
}

module.exports = { fingerprint, hide };
