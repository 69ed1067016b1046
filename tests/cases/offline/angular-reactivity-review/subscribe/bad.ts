import { Component } from "@angular/core";
import { FormControl } from "@angular/forms";

@Component({ selector: "shop-search", template: "" })
export class SearchComponent {
  query = new FormControl("");

  ngOnInit(): void {
    this.query.valueChanges.subscribe((text) => this.load(text)); // expect: angular-subscription-never-ended
  }

  load(text: string | null): void {
    this.api.user(text).subscribe((user) => {
      this.api.orders(user.id).subscribe((orders) => (this.orders = orders)); // expect: angular-nested-subscribe
    });
  }
}
