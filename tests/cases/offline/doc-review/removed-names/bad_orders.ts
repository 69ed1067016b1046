export function fetchOrders(day: string): string[] { // expect-own: stale-doc
  return [day];
}
