export function Menu({ items }: { items: string[] }) {
  // Your code of conduct is the last entry, whatever the order of the others.
  return <Bar items={items} />;
}
