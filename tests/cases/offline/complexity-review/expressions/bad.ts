export function fee(age: number, member: boolean): number {
  return age < 18 ? (member ? 2 : 3) : 5; // expect: js-nested-ternary
}
