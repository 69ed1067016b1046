export function price(total: number): number {
  return round(total * 1.19);

  function round(value: number): number {
    return Math.round(value);
  }
}

export function load(read: () => string, path: string): string {
  try {
    return read();
  } catch (problem) {
    throw new Error(`cannot read ${path}`, { cause: problem });
  }
}
