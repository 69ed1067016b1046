export function line(entered: string, quantity: number): number {
  const [units, cents = "0"] = entered.split(".");
  const weight = parseFloat("1.5");
  return (Number(units) * 100 + Number(cents.padEnd(2, "0"))) * quantity * Math.sign(weight);
}
