const { load, parse, verify } = require("./token");

it("rejects expired tokens", () => {
  verify("expired").catch((error) => expect(error.code).toBe("EXPIRED")); // expect: js-assertion-not-awaited
});

it("refuses unknown ids", () => {
  expect(load(0)).rejects.toThrow("unknown"); // expect: js-assertion-not-awaited
});

it("refuses half a token", () => { // expect: js-assertion-only-in-catch
  try {
    parse("{");
  } catch (error) {
    expect(error.message).toBe("incomplete");
  }
});
