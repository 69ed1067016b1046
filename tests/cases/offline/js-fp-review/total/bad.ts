export function linesAndSum(rows: { price: number; label: string }[]) {
  let sum = 0;
  const lines = rows.map((row) => {
    sum += row.price; // expect: js-fp-outer-total-counted-in-callback
    return `${row.label} ${row.price}`;
  });
  return { lines, sum };
}
