import { useState } from "react";
import { loadOrders } from "./orders";

export async function Orders() {
  const orders = await loadOrders();
  const [open, setOpen] = useState(false); // expect: react-async-component-with-state
  return <OrderList orders={orders} open={open} onToggle={setOpen} />;
}
