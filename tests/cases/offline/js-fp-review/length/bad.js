export function labels(rows) {
  return rows.reduce((found, row) => found.push(row.label), []); // expect: js-fp-accumulator-becomes-its-length
}
