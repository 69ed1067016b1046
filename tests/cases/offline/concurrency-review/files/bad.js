const fs = require("fs");

function prepare(folder, old) {
  if (!fs.existsSync(folder)) { // expect: js-file-checked-then-changed
    fs.mkdirSync(folder);
  }
  if (fs.existsSync(old)) fs.unlinkSync(old); // expect: js-file-checked-then-changed
}
