function join(orders, customers) {
  return orders.map((order) => ({
    ...order,
    customer: customers.find((customer) => customer.id === order.customerId), // expect: js-linear-search-per-item
  }));
}

const byId = (rows) => rows.reduce((all, row) => ({ ...all, [row.id]: row }), {}); // expect: js-accumulator-copied-per-item

function flat(pages) {
  return pages.reduce((all, page) => all.concat(page.items), []); // expect: js-accumulator-copied-per-item
}
