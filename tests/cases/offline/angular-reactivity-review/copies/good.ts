import { computed, effect, signal } from "@angular/core";

export class NameForm {
  first = signal("");
  last = signal("");
  full = computed(() => `${this.first()} ${this.last()}`);
  title = effect(() => {
    document.title = this.full();
  });
}
