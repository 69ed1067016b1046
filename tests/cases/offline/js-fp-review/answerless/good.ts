export function openOrders(orders: { open: boolean }[]) {
  return orders.filter((order) => {
    return order.open;
  });
}

export function closedOrders(orders: { open: boolean }[]) {
  return orders.filter((order) => !order.open);
}
