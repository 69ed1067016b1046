import { useEffect, useState } from "react";

export function OrdersPage() {
  const [title, setTitle] = useState("");
  useEffect(() => {
    fetch("/api/orders/next").then((reply) => reply.text()).then(setTitle); // expect: component-without-failed-state
  }, []);
  return title ? <h2>{title}</h2> : <p>Loading</p>;
}
