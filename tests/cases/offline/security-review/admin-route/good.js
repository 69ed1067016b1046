const express = require("express");
const { requireOperator } = require("./guards");

const app = express();
const router = express.Router();

app.post("/admin/reindex", requireOperator, async (req, res) => {
  res.json({ started: true });
});

router.use(requireOperator);
router.post("/admin/flush", async (req, res) => {
  res.json({ started: true });
});
