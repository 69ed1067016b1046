const cors = require("cors");
const express = require("express");

const app = express();
app.use(cors({ origin: ["https://shop.example.org"], credentials: true }));

const open = express();
open.use(cors({ origin: "*" }));
