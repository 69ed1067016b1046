export type Box = { left: number; top: number; width: number };

export function draw(box: Box, ink: string): string {
  return `${ink}:${box.left},${box.top},${box.width}`;
}

export function contains(box: Box, x: number): boolean {
  return x >= box.left && x <= box.left + box.width;
}

export function moved(box: Box, by: number): Box {
  return { ...box, left: box.left + by };
}
