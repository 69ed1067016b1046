import { Component, Input, OnInit } from "@angular/core";

@Component({ selector: "shop-price", template: "{{ label }}" })
export class PriceComponent implements OnInit {
  @Input() amount: number;
  label = "";

  ngOnInit(): void {
    this.label = `${this.amount} EUR`;
  }
}
