import { loadOrders } from "./orders";
import { OrderList } from "./order-list";

export async function Orders() {
  const orders = await loadOrders();
  return <OrderList orders={orders} />;
}
