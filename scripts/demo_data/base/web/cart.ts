export interface Line {
  id: string;
  name: string;
  quantity: number;
}

export function totalQuantity(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}
