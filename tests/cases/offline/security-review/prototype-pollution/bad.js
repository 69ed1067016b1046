function save(req, settings) {
  settings[req.body.section][req.body.key] = req.body.value; // expect: js-request-key-written
}

module.exports = { save };
