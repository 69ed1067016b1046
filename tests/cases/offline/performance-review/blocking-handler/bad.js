const fs = require("fs");
const crypto = require("crypto");

app.get("/page", (req, res) => {
  const page = fs.readFileSync("page.html", "utf8"); // expect: js-blocking-call-in-handler
  res.send(page);
});

app.post("/login", async (req, res) => {
  const hash = crypto.pbkdf2Sync(req.body.pass, salt, 600000, 64, "sha512"); // expect: js-blocking-call-in-handler
  const prisma = new PrismaClient(); // expect: js-client-built-per-request
  res.json(await prisma.session.create({ data: { hash: hash.toString("hex") } }));
});
