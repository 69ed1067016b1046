const KINDS = [{ id: 1 }, { id: 2 }];

function join(orders, customers) {
  const byId = new Map(customers.map((customer) => [customer.id, customer]));
  return orders.map((order) => ({
    ...order,
    customer: byId.get(order.customerId),
    kind: KINDS.find((kind) => kind.id === order.kindId),
    first: order.lines.find((line) => line.id === order.firstLine),
  }));
}

const byId = (rows) => Object.fromEntries(rows.map((row) => [row.id, row]));

const total = (rows) => rows.reduce((sum, row) => sum + row.price, 0);

function flat(pages) {
  return pages.flatMap((page) => page.items);
}
