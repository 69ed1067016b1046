const DEFAULTS = { retry: { max: 3 }, hosts: ["a"] };

export const board = (rows: number) => Array(rows).fill([]); // expect: js-fp-one-object-in-every-slot

export const slots = new Array(8).fill({ used: false }); // expect: js-fp-one-object-in-every-slot

export const options = (given: { max?: number }) => {
  const copy = { ...DEFAULTS, ...given };
  copy.retry.max = given.max ?? copy.retry.max; // expect: js-fp-nested-write-into-shallow-copy
  return copy;
};
