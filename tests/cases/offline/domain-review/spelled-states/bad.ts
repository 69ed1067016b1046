export function mayShip(order: { status: string }): boolean {
  return order.status === "paid"; // expect-own: language-drift
}
