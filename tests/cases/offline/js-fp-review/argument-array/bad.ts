export function median(values: number[]): number {
  values.sort((a, b) => a - b); // expect: js-fp-argument-array-reordered
  return values[Math.floor(values.length / 2)];
}

export const lastTwo = (page: { rows: string[] }): string[] => {
  return page.rows.reverse().slice(0, 2); // expect: js-fp-argument-array-reordered
};
