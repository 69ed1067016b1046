export function Greeting({ name }: { name: string }) {
  return <p>Welcome back, {name}</p>;
}
