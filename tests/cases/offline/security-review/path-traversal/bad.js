const fs = require("fs");
const path = require("path");
const express = require("express");

const app = express();

app.get("/reports", (req, res) => {
  const file = path.join("/srv/reports", req.query.file);
  fs.createReadStream(file).pipe(res); // expect: js-path-traversal
});
