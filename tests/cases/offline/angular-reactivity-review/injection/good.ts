import { Component, inject } from "@angular/core";
import { Router } from "@angular/router";

@Component({ selector: "shop-pay", template: "" })
export class PayComponent {
  private readonly router = inject(Router);

  submit(): void {
    this.router.navigate(["/thanks"]);
  }
}
