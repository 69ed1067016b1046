import { Component } from "@angular/core";
import { takeUntilDestroyed } from "@angular/core/rxjs-interop";
import { FormControl } from "@angular/forms";
import { switchMap } from "rxjs";

@Component({ selector: "shop-search", template: "" })
export class SearchComponent {
  query = new FormControl("");

  constructor() {
    this.query.valueChanges.pipe(takeUntilDestroyed()).subscribe((text) => this.load(text));
  }

  load(text: string | null): void {
    this.api
      .user(text)
      .pipe(switchMap((user) => this.api.orders(user.id)))
      .subscribe((orders) => (this.orders = orders));
  }
}

export class SessionService {
  watch(): void {
    this.router.events.subscribe((event) => this.log(event));
  }
}
