export function render(kind: "csv" | "xlsx", rows: string[]): string {
  if (kind === "csv") {
    return rows.join("\n");
  }
  throw new Error("not implemented"); // expect-own: partial-requirement
}
