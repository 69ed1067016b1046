import { useEffect, useState } from "react";

export function OrderCard() {
  const [title, setTitle] = useState("");
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    fetch("/api/orders/next") // expect: component-loads-and-renders
      .then((reply) => reply.text())
      .then(setTitle)
      .catch(() => setFailed(true));
  }, []);
  return failed ? <p>No orders could be loaded.</p> : <h2>{title}</h2>;
}
