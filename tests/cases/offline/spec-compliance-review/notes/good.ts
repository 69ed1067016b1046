// Attempts are counted per account, not per address: offices share one address.
export function lockAfter(attempts: number): boolean {
  return attempts >= 5;
}
