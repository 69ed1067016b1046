export function Page({ rows }) {
  const Row = ({ row }) => <li>{row.name}</li>; // expect: react-component-inside-component
  return <ul>{rows.map((row) => <Row key={row.id} row={row} />)}</ul>;
}
