const libxml = require("libxmljs");

function invoice(body) {
  return libxml.parseXml(body, { noent: true }); // expect: js-xml-external-entities
}

module.exports = { invoice };
