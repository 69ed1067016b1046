export function copies(rows: Row[]): Row[] {
  return rows.map((row) => JSON.parse(JSON.stringify(row))); // expect: js-deep-copy-through-json-in-loop
}
