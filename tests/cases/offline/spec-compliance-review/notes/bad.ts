export function lockAfter(attempts: number): boolean {
  // FIXME(accounts): count per address, too - expect-own: partial-requirement
  return attempts >= 5;
}
