export const Rows = ({ rows }) => (
  <ul>
    {rows.map((row) => (
      <EditableRow key={row.id} row={row} />
    ))}
    {rows.map((row, index) => (
      <li key={index}>{row.name}</li>
    ))}
  </ul>
);
