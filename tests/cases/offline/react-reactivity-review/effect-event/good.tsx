export function Checkout({ basket }: { basket: string }) {
  const order = () => fetch("/orders", { method: "POST", body: basket });
  return <button onClick={order}>Order</button>;
}
