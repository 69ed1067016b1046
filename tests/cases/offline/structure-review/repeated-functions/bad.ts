import { readFileSync } from "node:fs";

export function loadTable(file: string, mark: string): string[][] { // expect-own: duplicated-logic
  const found: string[][] = [];
  for (const entry of readFileSync(file, "utf-8").split("\n")) {
    const content = entry.trim();
    if (content === "" || content.startsWith(";")) {
      continue;
    }
    found.push(content.split(mark).map((part) => part.trim()));
  }
  return found.sort();
}
