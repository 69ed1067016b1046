import { ChangeDetectionStrategy, Component, Input } from "@angular/core";

@Component({
  selector: "shop-rows",
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: "{{ rows.length }}",
})
export class RowsComponent {
  @Input() rows: string[] = [];
  private log: string[] = [];

  add(row: string): void {
    this.rows = [...this.rows, row];
    this.log.push(row);
  }
}
