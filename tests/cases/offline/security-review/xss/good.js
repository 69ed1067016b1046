const express = require("express");

const app = express();

app.get("/hello", (req, res) => {
  res.json({ hello: req.query.name });
});
