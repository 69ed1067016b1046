const fs = require("fs");
const https = require("https");

const agent = new https.Agent({ keepAlive: true, ca: fs.readFileSync("/etc/ssl/company.pem") });

module.exports = { agent };
