export function total(prices: number[]): number {
  return prices.reduce((sum, price) => sum + price, 0);
}

function withoutTax(price: number): number { // expect-own: dead-code
  return (price * 100) / 119;
}
