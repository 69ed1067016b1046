export function invoiceTotal(lines: number[]): number {
  const stuff = lines.filter((line) => line > 0); // expect-own: vague-name
  return stuff.reduce((sum, line) => sum + line, 0);
}
