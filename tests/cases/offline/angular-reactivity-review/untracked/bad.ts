import { Component, effect, signal } from "@angular/core";

@Component({ selector: "shop-chart", template: "" })
export class ChartComponent {
  range = signal("week");

  constructor() {
    effect(async () => {
      const draw = await this.charts.load();
      draw(this.range()); // expect: angular-signal-read-after-await
    });
  }
}
