export const topThree = (scores) => [...scores].sort((a, b) => b - a).slice(0, 3);

export function newestFirst(entries) {
  entries = entries.slice();
  entries.reverse();
  return entries.map((entry) => entry.title);
}

export function sortByName(rows) {
  rows.sort((a, b) => a.name.localeCompare(b.name));
}

export function names(rows) {
  const found = rows.map((row) => row.name);
  found.sort();
  return found;
}
