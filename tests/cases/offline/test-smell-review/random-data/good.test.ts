import { price } from "./price";

it("never falls below the amount", () => {
  expect(price(17)).toBeGreaterThan(17);
});
