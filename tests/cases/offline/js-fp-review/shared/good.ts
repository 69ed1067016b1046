const DEFAULTS = { retry: { max: 3 }, hosts: ["a"] };

export const board = (rows: number) => Array.from({ length: rows }, () => []);

export const zeros = new Array(8).fill(0);

export const options = (given: { max?: number }) => {
  const copy = { ...DEFAULTS };
  copy.retry = { ...DEFAULTS.retry };
  copy.retry.max = given.max ?? 3;
  return copy;
};
