import { readFileSync } from "node:fs";

export function readRows(path: string, separator: string): string[][] {
  const rows: string[][] = [];
  for (const line of readFileSync(path, "utf-8").split("\n")) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) {
      continue;
    }
    rows.push(text.split(separator).map((cell) => cell.trim()));
  }
  return rows.sort();
}
