export function region(): string {
  return process.env.ORDERS_REGION ?? "eu";
}
