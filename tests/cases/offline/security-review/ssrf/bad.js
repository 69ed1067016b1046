const express = require("express");

const app = express();

app.get("/preview", async (req, res) => {
  const answer = await fetch(req.query.url); // expect: js-ssrf
  res.json(await answer.json());
});
