export type Shape = { kind: string; size: number };

export function area(shape: Shape): number {
  switch (shape.kind) { // expect-own: replace-branching
    case "circle":
      return 3.14 * shape.size ** 2;
    case "square":
      return shape.size ** 2;
    case "line":
      return 0;
  }
  return 0;
}

export function corners(shape: Shape): number {
  switch (shape.kind) { // expect-own: replace-branching
    case "circle":
      return 0;
    case "square":
      return 4;
    case "line":
      return 2;
  }
  return 0;
}

export function label(shape: Shape): string {
  switch (shape.kind) { // expect-own: replace-branching
    case "circle":
      return "Circle";
    case "square":
      return "Square";
    case "line":
      return "Line";
  }
  return "";
}
