import { total } from "./basket";
import { assertTotal } from "./helpers";

it("adds the lines", () => {
  expect(total([1, 2])).toBe(3);
});

test("adds nothing", () => {
  assertTotal([], 0);
});

test("rounds", () => {
  const sum = expect(total([0.1, 0.2]));
  sum.toBeCloseTo(0.3);
  expect(total([0.1])).not.toBeNull();
});

it("shows the title", async () => {
  expect(screen.getByText("Basket"));
  expect(await screen.findByRole("button"));
});
