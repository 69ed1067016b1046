/**
 * Hand the order to the carrier.
 * @param order its number
 * @param options how it travels
 * @param options.express overnight
 */
export function ship(order: string, options: { express: boolean }): string {
  return `${order} ${options.express ? "express" : "parcel"}`;
}

/**
 * A label for the parcel.
 * @param label what is printed
 */
export function print({ text }: { text: string }): string {
  return text;
}
