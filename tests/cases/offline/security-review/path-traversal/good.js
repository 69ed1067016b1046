const fs = require("fs");
const path = require("path");
const express = require("express");

const app = express();

app.get("/reports", async (req, res) => {
  const file = path.join("/srv/reports", path.basename(req.query.file));
  res.type("text").end(await fs.promises.readFile(file));
});
