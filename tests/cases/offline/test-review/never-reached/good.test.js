const { load, parse, verify } = require("./token");

it("rejects expired tokens", () => {
  return verify("expired").catch((error) => expect(error.code).toBe("EXPIRED"));
});

it("rejects old tokens", () => verify("old").catch((error) => expect(error.code).toBe("OLD")));

it("refuses unknown ids", async () => {
  await expect(load(0)).rejects.toThrow("unknown");
});

it("tells when it is done", (done) => {
  load(1).then((row) => {
    expect(row.id).toBe(1);
    done();
  });
});

it("refuses half a token", () => {
  expect.assertions(1);
  try {
    parse("{");
  } catch (error) {
    expect(error.message).toBe("incomplete");
  }
});

it("shows the basket", () => {
  cy.get("#basket").then((basket) => {
    expect(basket.length).toBe(1);
  });
});
