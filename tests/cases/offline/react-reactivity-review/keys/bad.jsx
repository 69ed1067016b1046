export const Rows = ({ rows }) => (
  <ul>
    {rows.map((row, index) => (
      <EditableRow key={index} row={row} /> // expect: react-index-as-key
    ))}
  </ul>
);

export const Fields = ({ fields }) => (
  <form>
    {fields.map((field) => (
      <Field key={Math.random()} field={field} /> // expect: react-random-key
    ))}
  </form>
);
