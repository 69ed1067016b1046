const libxml = require("libxmljs");

function invoice(body) {
  return libxml.parseXml(body, { noent: false, nonet: true });
}

module.exports = { invoice };
