const express = require("express");

const app = express();
const HOSTS = new Set(["images.internal"]);

function assertAllowed(target) {
  if (!HOSTS.has(new URL(target).hostname)) {
    throw new Error("host is not on the list");
  }
}

app.get("/preview", async (req, res) => {
  const target = req.query.url;
  assertAllowed(target);
  const answer = await fetch(target);
  res.json(await answer.json());
});

app.get("/avatar/:user", async (req, res) => {
  const answer = await fetch(`https://images.internal/avatars/${req.params.user}`);
  res.json(await answer.json());
});
