const { execFile } = require("child_process");

function thumbnail(file, done) {
  execFile("/usr/bin/convert", [file, "-resize", "64x64", "thumb.png"], done);
}

function firstWord(text) {
  return /\w+/.exec(`${text} `);
}

module.exports = { thumbnail, firstWord };
