import { Component, effect, signal } from "@angular/core";

@Component({ selector: "shop-chart", template: "" })
export class ChartComponent {
  range = signal("week");

  constructor() {
    effect(async () => {
      const range = this.range();
      const draw = await this.charts.load();
      draw(range);
    });
  }
}
