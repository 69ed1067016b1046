const https = require("https");

test("answers over TLS", async () => {
  const agent = new https.Agent({ rejectUnauthorized: false });
  expect(await get("https://localhost:8443/", { agent })).toBe("hello");
});
