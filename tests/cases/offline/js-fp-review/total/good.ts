export function linesAndSum(rows: { price: number; label: string }[]) {
  const lines = rows.map((row) => `${row.label} ${row.price}`);
  const sum = rows.reduce((total, row) => total + row.price, 0);
  return { lines, sum };
}
