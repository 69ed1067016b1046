export interface Line {
  id: string;
  name: string;
  quantity: number;
}

export function totalQuantity(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

export async function reserve(lines: Line[], post: (id: string) => Promise<void>): Promise<void> {
  for (const line of lines) {
    await post(line.id);
  }
}

export function showNote(target: HTMLElement, params: URLSearchParams): void {
  target.innerHTML = "<p>" + params.get("note") + "</p>";
}
