import { Component, computed, effect, signal } from "@angular/core";

@Component({ selector: "shop-basket", template: "" })
export class BasketComponent {
  rows = signal<string[]>([]);
  open = signal(false);
  label = computed(() => `${this.rows().length} rows`);

  constructor() {
    effect(() => {
      document.title = this.label();
    });
  }

  add(row: string): void {
    this.rows.update((rows) => [...rows, row]);
    const copy = [...this.rows()];
    copy.push(row);
    if (this.open()) {
      this.open.set(false);
    }
  }

  sorted(): string[] {
    return this.names().sort();
  }

  private names(): string[] {
    return [...this.rows()];
  }
}
