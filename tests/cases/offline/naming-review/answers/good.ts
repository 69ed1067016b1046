const cache = new Map<string, number>();

export function getPrice(key: string): number | undefined {
  return cache.get(key);
}

export function storePrice(key: string): void {
  cache.set(key, 1);
}

export function isKnown(key: string): boolean {
  return cache.has(key);
}
