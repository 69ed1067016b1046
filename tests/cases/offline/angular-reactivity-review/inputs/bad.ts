import { ChangeDetectionStrategy, Component, Input } from "@angular/core";

@Component({
  selector: "shop-rows",
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: "{{ rows.length }}",
})
export class RowsComponent {
  @Input() rows: string[] = [];

  add(row: string): void {
    this.rows.push(row); // expect: angular-input-changed-under-onpush
  }
}
