import { total } from "./basket";

it.only("adds", () => { // expect: js-focused-test
  expect(total([1])).toBe(1);
});

describe.skip("rounding", () => { // expect: js-skipped-test
  it("rounds", () => {
    expect(total([0.1])).toBe(0.1);
  });
});

xit("subtracts", () => { // expect: js-skipped-test
  expect(total([-1])).toBe(-1);
});
