const serialize = require("node-serialize");

function restore(cookie) {
  return serialize.unserialize(cookie); // expect: js-unsafe-deserialisation
}

module.exports = { restore };
