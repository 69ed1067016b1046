export function invoiceTotal(lines: number[]): number {
  const charged = lines.filter((line) => line > 0);
  return charged.reduce((sum, line) => sum + line, 0);
}
