const fs = require("fs");
const crypto = require("crypto");

const page = fs.readFileSync("page.html", "utf8");
const prisma = new PrismaClient();

app.get("/page", (req, res) => {
  res.send(page);
});

app.post("/login", async (req, res) => {
  const hash = await scrypt(req.body.pass, salt);
  if (!fs.existsSync("lock")) {
    res.json(await prisma.session.create({ data: { hash } }));
  }
});
