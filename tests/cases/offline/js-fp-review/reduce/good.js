export const longest = (words) => words.reduce((a, b) => (a.length >= b.length ? a : b), "");

export function best(scores) {
  if (scores.length === 0) return null;
  return scores.reduce((a, b) => Math.max(a, b));
}

export const largest = (left, right) => [left, right].reduce((a, b) => Math.max(a, b));
