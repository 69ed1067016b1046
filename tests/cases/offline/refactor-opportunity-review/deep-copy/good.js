export function snapshot(order) {
  return structuredClone(order);
}

export function asText(order) {
  return JSON.parse(JSON.stringify(order, ["id", "total"]));
}
