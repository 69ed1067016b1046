export function split(rows) {
  const late = [];
  for (const row of rows) {
    if (row.due < row.paid) late.push(row);
  }
  rows.forEach((row) => late.push(row));
  return { late, known: rows.filter((row) => row.known) };
}

export function labels(rows) {
  return rows.map((row) => {
    const parts = [];
    parts.push(row.name);
    return parts.join(" ");
  });
}
