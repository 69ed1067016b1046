const { stamp } = require("./receipt");

test("stamps the receipt", () => {
  expect(stamp(new Date("2024-01-31")).year).toEqual(2024);
});

test("stamps with the clock", () => {
  jest.useFakeTimers({ now: 5 });
  expect(stamp().at).toBe(Date.now());
});
