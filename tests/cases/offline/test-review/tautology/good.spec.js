const { nextId, total } = require("./basket");

test("total", () => {
  expect(total([1, 2])).toBe(3);
  expect(nextId()).toBe(nextId());
});
