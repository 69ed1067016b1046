export function Greeting() {
  const name = localStorage.getItem("name"); // expect: shared-component-reads-storage
  return <p>Welcome back, {name}</p>;
}
