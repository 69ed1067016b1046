export async function report(ids: string[], db: Pool) {
  const rows = [];
  for (const id of ids) {
    const order = await Order.findById(id); // expect: js-query-per-item
    rows.push(order.total);
  }
  const users = await Promise.all(rows.map(async (row) => prisma.user.findUnique({ where: { id: row.userId } }))); // expect: js-query-per-item
  for (const row of rows) {
    const found = await db.query("SELECT name FROM product WHERE id = $1", [row.productId]); // expect: js-query-per-item
    row.name = found.rows[0].name;
  }
  return { rows, users };
}
