import { find } from "./shop";

it("finds the apple", () => {
  const found = find("apple");
  if (!found) {
    throw new Error("no apple");
  }
  expect(found.price).toBe(3);
});
