export function openOrders(orders: { open: boolean }[]) {
  return orders.filter((order) => { // expect: js-fp-filter-that-never-answers
    order.open;
  });
}
