import { effect, signal } from "@angular/core";

export class NameForm {
  first = signal("");
  last = signal("");
  full = signal("");
  copying = effect(() => { // expect: angular-signal-copied-by-effect
    this.full.set(`${this.first()} ${this.last()}`);
  });
}
