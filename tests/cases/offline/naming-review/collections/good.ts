export function count(orders: string[]): number {
  const placeByOrder = new Map<string, number>();
  orders.forEach((order, place) => placeByOrder.set(order, place));
  return placeByOrder.size;
}
