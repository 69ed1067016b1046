export function region(): string {
  return "eu"; // expect-own: interface-mismatch
}
