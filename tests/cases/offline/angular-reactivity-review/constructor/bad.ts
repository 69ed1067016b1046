import { Component, Input } from "@angular/core";

@Component({ selector: "shop-price", template: "{{ label }}" })
export class PriceComponent {
  @Input() amount: number;
  label: string;

  constructor() {
    this.label = `${this.amount} EUR`; // expect: angular-input-read-in-constructor
  }
}
