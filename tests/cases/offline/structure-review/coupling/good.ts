export const DEFAULT_TENANT = "none";

export class Shape {
  area(): number {
    return 1;
  }
}

export class Circle extends Shape {
  area(): number {
    return 3;
  }
}
