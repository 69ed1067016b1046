import { Component } from "@angular/core";

@Component({ selector: "shop-cart", template: "<button type='button' (click)='focus()'>Search</button>" })
export class CartComponent {
  focus(): void {
    document.getElementById("search")?.focus(); // expect: component-template-reaches-into-page
  }
}
