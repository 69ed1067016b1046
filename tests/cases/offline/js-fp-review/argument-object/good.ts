interface Price {
  net: number;
  gross?: number;
}

export function withGross(price: Price, rate: number): Price {
  return { ...price, gross: price.net * (1 + rate) };
}

export const publicView = (user: Record<string, unknown>) => {
  const { passwordHash, ...rest } = user;
  return rest;
};

export function toOptions(options: object): object {
  return Object.assign({}, options, { retries: 3 });
}

export function addRow(table: { rows: number[] }, row: number): number {
  table.rows.push(row);
  return table.rows.length;
}

export function total(order: { lines: number[] }): number {
  const sum = { value: 0 };
  for (const line of order.lines) sum.value += line;
  return sum.value;
}

export function connect(options: { retries?: number; open?: boolean }): boolean {
  options.open = true;
  return options.retries !== 0;
}
