import { Order } from "./order";

export interface Mailer {
  send(order: Order): void;
}

export function confirm(mailer: Mailer, order: Order): void {
  mailer.send(order);
}
