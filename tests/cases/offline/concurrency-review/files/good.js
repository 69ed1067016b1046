const fs = require("fs");

function prepare(folder, old) {
  fs.mkdirSync(folder, { recursive: true });
  fs.rmSync(old, { force: true });
  if (!fs.existsSync(folder)) {
    throw new Error("no folder");
  }
}
