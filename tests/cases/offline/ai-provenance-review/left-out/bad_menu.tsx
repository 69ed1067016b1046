export function Menu({ items }: { items: string[] }) {
  // your code here, expect-own: conversation-residue
  return <Bar items={items} />;
}
