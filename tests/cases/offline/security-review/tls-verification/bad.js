const https = require("https");

const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false }); // expect: js-tls-verification-off

process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"; // expect: js-tls-verification-off

module.exports = { agent, lenient };

function lenient(config) {
  if (config.verbose) {
    config.ssl = { rejectUnauthorized: false }; // expect: js-tls-verification-off
  }
}
