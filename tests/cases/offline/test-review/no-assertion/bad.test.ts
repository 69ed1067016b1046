import { total } from "./basket";

it("adds the lines", () => { // expect: js-test-asserts-nothing
  total([1, 2]);
});

test("rounds", () => {
  expect(total([0.1, 0.2])); // expect: js-expect-without-matcher
  expect(total([0.1])).toBeTruthy; // expect: js-expect-without-matcher
});

it("hides the title", () => {
  expect(screen.queryByText("Basket")); // expect: js-expect-without-matcher
});
