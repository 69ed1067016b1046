export function region(): string {
  const { ORDERS_REGION: chosen } = process.env;
  return chosen ?? "eu";
}
