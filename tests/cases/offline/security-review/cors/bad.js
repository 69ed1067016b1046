const cors = require("cors");
const express = require("express");

const app = express();
app.use(cors({ origin: true, credentials: true })); // expect: js-cors-any-origin-with-credentials

app.use((req, res, next) => {
  res.setHeader("Access-Control-Allow-Origin", req.headers.origin); // expect: js-cors-any-origin-with-credentials
  next();
});
