const { exec } = require("child_process");

function thumbnail(file, done) {
  exec(`convert ${file} -resize 64x64 thumb.png`, done); // expect: js-command-injection
}

module.exports = { thumbnail };
