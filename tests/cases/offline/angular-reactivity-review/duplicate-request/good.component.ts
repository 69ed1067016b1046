import { HttpClient } from "@angular/common/http";
import { Component, inject } from "@angular/core";
import { shareReplay } from "rxjs";

@Component({
  selector: "shop-user",
  template: `
    <h1>{{ (user$ | async)?.name }}</h1>
    <p>{{ (user$ | async)?.mail }}</p>
  `,
})
export class UserComponent {
  private readonly http = inject(HttpClient);
  readonly user$ = this.http.get("/users/me").pipe(shareReplay({ bufferSize: 1, refCount: true }));
}
