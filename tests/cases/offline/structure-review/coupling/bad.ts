export let currentTenant = "none"; // expect: js-exported-binding-changes

export class Shape {
  area(): number {
    return this instanceof Circle ? 3 : 1; // expect: js-base-class-knows-subclass
  }
}

export class Circle extends Shape {}

export function enter(tenant: string): void {
  currentTenant = tenant;
}
