export function labels(rows) {
  return rows.reduce((found, row) => {
    found.push(row.label);
    return found;
  }, []);
}
