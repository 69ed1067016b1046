export async function report(ids: string[], db: Pool) {
  const orders = await Order.find({ _id: { $in: ids } });
  const users = await prisma.user.findMany({ where: { id: { in: orders.map((order) => order.userId) } } });
  const byId = new Map(users.map((user) => [user.id, user]));
  const found = await db.query("SELECT id, name FROM product WHERE id = ANY($1)", [ids]);
  return orders.map((order) => ({ order, user: byId.get(order.userId), found }));
}
