export function total(prices: number[]): number {
  return prices.reduce((sum, price) => sum + withoutTax(price), 0);
}

function withoutTax(price: number): number {
  return (price * 100) / 119;
}
