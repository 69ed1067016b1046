export function draw(left: number, top: number, width: number, ink: string): string { // expect-own: introduce-value
  return `${ink}:${left},${top},${width}`;
}

export function contains(left: number, top: number, width: number, x: number): boolean {
  return x >= left && x <= left + width && top >= 0;
}

export function moved(left: number, top: number, width: number, by: number): number[] {
  return [left + by, top + by, width];
}
