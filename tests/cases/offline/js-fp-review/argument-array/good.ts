export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

export const lastTwo = (page: { rows: string[] }): string[] => {
  return [...page.rows].reverse().slice(0, 2);
};
