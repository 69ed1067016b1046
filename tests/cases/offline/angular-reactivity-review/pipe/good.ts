import { Pipe, PipeTransform } from "@angular/core";

@Pipe({ name: "open" })
export class OpenPipe implements PipeTransform {
  transform(orders: { open: boolean }[]): { open: boolean }[] {
    return orders.filter((order) => order.open);
  }
}
