import { Component, Input } from "@angular/core";

@Component({ selector: "shop-button", template: "<button type='button'><ng-content /></button>" })
export class ButtonComponent {
  @Input() variant: "primary" | "danger" = "primary";
  @Input() disabled = false;
}
