import { useEffect, useState } from "react";

export function OrdersPage() {
  const [title, setTitle] = useState("");
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    fetch("/api/orders/next")
      .then((reply) => reply.text())
      .then(setTitle)
      .catch(() => setFailed(true));
  }, []);
  if (failed) return <p>No orders could be loaded.</p>;
  return title ? <h2>{title}</h2> : <p>Loading</p>;
}
