const fs = require("fs");
const https = require("https");

const agent = new https.Agent({ keepAlive: true, ca: fs.readFileSync("/etc/ssl/company.pem") });

module.exports = { agent, sslOf };

function sslOf(mode) {
  switch (mode) {
    case "verify-full":
      return true;
    case "no-verify":
      return { rejectUnauthorized: false };
  }
  if (mode === "insecure") {
    return { rejectUnauthorized: false };
  }
  return null;
}
