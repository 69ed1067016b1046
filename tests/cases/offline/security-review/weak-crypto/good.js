const crypto = require("crypto");

function fingerprint(content) {
  return crypto.createHash("sha256").update(content).digest("hex");
}

function hide(key, nonce, text) {
  const cipher = crypto.createCipheriv("aes-256-gcm", key, nonce);
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

module.exports = { fingerprint, hide };
