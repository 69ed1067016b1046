const cache = new Map<string, number>();

export function getPrice(key: string): void { // expect: js-getter-returns-nothing
  cache.set(key, 1);
}

export function isKnown(key: string): string { // expect: js-question-answered-without-boolean
  return cache.has(key) ? "yes" : "no";
}

export function getTotals(key: string): void { // expect: js-getter-returns-nothing
  cache.delete(key);
}
