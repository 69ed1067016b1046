export function loadOrders(day: string): string[] {
  return [day];
}
