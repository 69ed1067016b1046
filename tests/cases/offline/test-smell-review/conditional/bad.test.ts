import { find } from "./shop";

it("finds the apple", () => {
  const found = find("apple");
  if (found) { // expect: js-assertion-only-under-condition
    expect(found.price).toBe(3);
  }
});
