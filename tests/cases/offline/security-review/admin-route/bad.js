const express = require("express");

const app = express();

app.post("/admin/reindex", async (req, res) => { // expect: js-open-admin-route
  res.json({ started: true });
});
