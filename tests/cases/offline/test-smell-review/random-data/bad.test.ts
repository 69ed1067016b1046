import { price } from "./price";

it("never falls below the amount", () => {
  const amount = Math.random() * 100; // expect: js-unseeded-random-in-test
  expect(price(amount)).toBeGreaterThan(amount);
});
