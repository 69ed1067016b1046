export function OrderCard({ title, failed }: { title: string; failed: boolean }) {
  return failed ? <p>No orders could be loaded.</p> : <h2>{title}</h2>;
}
