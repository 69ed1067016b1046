const { total } = require("./basket");

test("total", () => {
  const result = total([1, 2]);
  expect(result).toBe(result); // expect: js-assertion-always-true
  expect(true).toBe(true); // expect: js-assertion-always-true
});
