import { Pipe, PipeTransform } from "@angular/core";

@Pipe({ name: "open", pure: false })
export class OpenPipe implements PipeTransform {
  transform(orders: { open: boolean }[]): { open: boolean }[] {
    return orders.filter((order) => order.open); // expect: angular-impure-pipe-builds-lists
  }
}
