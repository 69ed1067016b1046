export function fetchOrders(day: string): string[] {
  return [day];
}

/** The name that the documents still use. */
export const loadOrders = fetchOrders;
