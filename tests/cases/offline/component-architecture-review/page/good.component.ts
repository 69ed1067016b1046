import { Component, ElementRef, ViewChild } from "@angular/core";

@Component({ selector: "shop-cart", template: "<input #search /><button type='button' (click)='focus()'>Search</button>" })
export class CartComponent {
  @ViewChild("search") search?: ElementRef<HTMLElement>;

  focus(): void {
    this.search?.nativeElement.focus();
  }
}
