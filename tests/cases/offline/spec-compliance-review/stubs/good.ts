export function render(kind: "csv" | "tsv", rows: string[][]): string {
  const separator = kind === "csv" ? "," : "\t";
  return rows.map((row) => row.join(separator)).join("\n");
}
