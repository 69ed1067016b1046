const KEYS = new Set(["theme", "language"]);

function save(req, settings) {
  const key = req.body.key;
  if (KEYS.has(key)) {
    settings[key] = req.body.value;
  }
}

module.exports = { save };
