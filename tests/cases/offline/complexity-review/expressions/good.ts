export function fee(age: number, member: boolean): number {
  if (age >= 18) {
    return 5;
  }
  return member ? 2 : 3;
}
