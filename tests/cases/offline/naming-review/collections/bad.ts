export function count(orders: string[]): number {
  const orderList = new Map<string, number>(); // expect: js-collection-named-after-another
  orders.forEach((order, place) => orderList.set(order, place));
  return orderList.size;
}
