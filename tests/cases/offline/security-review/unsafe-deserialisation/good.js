function restore(cookie) {
  return JSON.parse(cookie);
}

module.exports = { restore };
