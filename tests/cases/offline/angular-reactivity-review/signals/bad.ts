import { Component, computed, effect, signal } from "@angular/core";

@Component({ selector: "shop-basket", template: "" })
export class BasketComponent {
  rows = signal<string[]>([]);
  open = signal(false);
  count = signal(0);
  label = computed(() => {
    this.count.set(this.rows().length); // expect: angular-write-in-computed
    return `${this.rows().length} rows`;
  });

  constructor() {
    effect(() => {
      this.count.set(this.count() + 1); // expect: angular-effect-feeds-itself
    });
  }

  add(row: string): void {
    this.rows().push(row); // expect: angular-signal-changed-in-place
    if (this.open) { // expect: angular-signal-not-called
      this.close();
    }
  }
}
