interface Order {
  status: string;
}

export function refund(order: Order, save: (order: Order) => void): void {
  order.status = "refunded"; // expect: js-status-set-from-outside
  save(order);
}
