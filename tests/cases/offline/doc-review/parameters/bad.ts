/**
 * Hand the order to the carrier.
 * @param order its number
 * @param fast overnight - expect-own: wrong-contract-doc
 */
export function ship(order: string, express = false): string {
  return `${order} ${express ? "express" : "parcel"}`;
}
