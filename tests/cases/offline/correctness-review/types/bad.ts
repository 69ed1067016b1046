export function ranking(texts: string[]): number[] {
  return texts.map(Number).sort(); // expect: js-numbers-sorted-as-text
}

export function codes(texts: string[]): number[] {
  return texts.map(parseInt); // expect: js-map-parseint
}

export function age(text: string): number {
  return parseInt(text); // expect: js-parseint-without-radix
}

export function isTenth(share: number): boolean {
  return share === 0.1; // expect: js-float-compared-exactly
}
