export function line(entered: string, quantity: number): number {
  const unitPrice = parseFloat(entered); // expect: js-money-parsed-into-fractions
  return unitPrice * quantity;
}
