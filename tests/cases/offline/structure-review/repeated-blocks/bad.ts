interface Line {
  quantity: number;
  price: number;
  rate: number;
}

export function invoice(lines: Line[]): number {
  let total = 0;
  for (const line of lines) {
    let net = line.quantity * line.price;
    if (line.quantity > 100) net -= net / 10;
    const tax = (net * line.rate) / 100;
    const rounded = Math.round(net + tax);
    if (rounded < 0) throw new RangeError("a negative line");
    console.log("line", rounded);
    total += rounded;
  }
  return total;
}

export function offer(lines: Line[]): number {
  // expect-own-below: duplicated-logic
  let total = 0;
  for (const line of lines) {
    let net = line.quantity * line.price;
    if (line.quantity > 100) net -= net / 10;
    const tax = (net * line.rate) / 100;
    const rounded = Math.round(net + tax);
    if (rounded < 0) throw new RangeError("a negative line");
    console.log("line", rounded);
    total += rounded;
  }
  return Math.min(total, 10_000);
}
