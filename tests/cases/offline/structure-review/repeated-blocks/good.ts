interface Line {
  quantity: number;
  price: number;
  rate: number;
}

function gross(line: Line): number {
  const full = line.quantity * line.price;
  const net = line.quantity > 100 ? full - full / 10 : full;
  return Math.round(net + (net * line.rate) / 100);
}

export const invoice = (lines: Line[]): number => lines.reduce((sum, line) => sum + gross(line), 0);
export const offer = (lines: Line[]): number => Math.min(invoice(lines), 10_000);
