import { OrderStatus } from "./model/status";

export function mayShip(order: { status: OrderStatus }): boolean {
  return order.status === OrderStatus.Paid;
}
