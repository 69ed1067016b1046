export function split(rows) {
  const late = [];
  const known = rows.filter((row) => {
    if (row.due < row.paid) late.push(row); // expect: js-fp-callback-changes-outer-list
    return row.known;
  });
  return { late, known };
}

export function labels(rows) {
  const found = rows.map((row) => { // expect: js-fp-map-without-result
    row.name.trim();
  });
  return found;
}
