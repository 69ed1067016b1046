export function ranking(points: number[]): number[] {
  return [...points].sort((a, b) => a - b);
}

export function alphabetical(names: string[]): string[] {
  return [...names].sort();
}

export function codes(texts: string[]): number[] {
  return texts.map(Number);
}

export function age(text: string): number {
  return parseInt(text, 10);
}

export function isTenth(share: number): boolean {
  return Math.abs(share - 0.1) < 1e-9;
}
