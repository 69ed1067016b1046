import { Component, inject } from "@angular/core";
import { Router } from "@angular/router";

@Component({ selector: "shop-pay", template: "" })
export class PayComponent {
  submit(): void {
    const router = inject(Router); // expect: angular-inject-outside-of-construction
    router.navigate(["/thanks"]);
  }
}
