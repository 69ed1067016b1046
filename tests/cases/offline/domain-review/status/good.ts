export class Order {
  private status = "open";

  refund(): void {
    this.status = "refunded";
  }

  isOpen(): boolean {
    return this.status === "open";
  }
}

export function refund(order: Order, save: (order: Order) => void): void {
  order.refund();
  save(order);
}
