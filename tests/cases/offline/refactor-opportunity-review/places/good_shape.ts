export interface Shape {
  area(): number;
  corners: number;
  label: string;
}

export const circle = (radius: number): Shape => ({ area: () => 3.14 * radius ** 2, corners: 0, label: "Circle" });

export const square = (side: number): Shape => ({ area: () => side ** 2, corners: 4, label: "Square" });

export function glyph(kind: string): string {
  switch (kind) {
    case "circle":
      return "o";
    case "square":
      return "#";
    case "line":
      return "-";
  }
  return "";
}
