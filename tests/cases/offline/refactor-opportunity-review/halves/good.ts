export function renderForPrint(rows: string[]): string {
  const head = "<h1>Rows</h1>";
  return head + rows.join("<br>");
}

export function renderShort(rows: string[], polite: boolean): string {
  const first = rows[0] ?? "";
  if (polite) {
    return `Dear ${first}`;
  } else {
    return first;
  }
}
