import { Component, Input } from "@angular/core";

@Component({ selector: "shop-button", template: "<button type='button'><ng-content /></button>" })
export class ButtonComponent {
  @Input() isPrimary = false; // expect: angular-inputs-exclude-each-other
  @Input() isDanger = false;
}
