const { stamp } = require("./receipt");

test("stamps the receipt", () => {
  expect(stamp().at).toBe(Date.now()); // expect: js-clock-in-assertion
  expect(stamp().year).toEqual(new Date().getFullYear()); // expect: js-clock-in-assertion
});
