import { useEffect } from "react";

export function Checkout({ basket }: { basket: string }) {
  useEffect(() => {
    fetch("/orders", { method: "POST", body: basket }); // expect: react-write-sent-by-effect
  }, [basket]);
  return <p>Thank you</p>;
}
