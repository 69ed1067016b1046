const Row = ({ row }) => <li>{row.name}</li>;

export function Page({ rows }) {
  const renderRow = (row) => <Row key={row.id} row={row} />;
  return <ul>{rows.map(renderRow)}</ul>;
}
