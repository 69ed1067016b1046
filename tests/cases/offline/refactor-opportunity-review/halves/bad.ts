export function render(rows: string[], print: boolean): string { // expect-own: replace-branching
  if (print) {
    const head = "<h1>Rows</h1>";
    const body = rows.join("<br>");
    return head + body;
  } else {
    const first = rows[0] ?? "";
    const rest = rows.length - 1;
    return `${first} and ${rest} more`;
  }
}
