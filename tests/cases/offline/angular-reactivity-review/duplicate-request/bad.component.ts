import { HttpClient } from "@angular/common/http";
import { Component, inject } from "@angular/core";

@Component({
  selector: "shop-user",
  template: `
    <h1>{{ (user$ | async)?.name }}</h1>
    <p>{{ (user$ | async)?.mail }}</p> <!-- expect: angular-one-request-per-async-pipe -->
  `,
})
export class UserComponent {
  private readonly http = inject(HttpClient);
  readonly user$ = this.http.get("/users/me");
}
