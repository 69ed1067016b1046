export const Row = ({ open, row }) => (
  <tr onClick={() => open(row)}>
    <td>
      <a href={row.address}>{row.name}</a>
    </td>
  </tr>
);

export const Quiet = ({ rows }) => <div onClick={(event) => event.stopPropagation()}>{rows.length} rows</div>;

export const Trigger = ({ toggle, children }) => <div onClick={toggle}>{children}</div>;

export const Search = ({ focus, text }) => (
  <div className="box" onClick={focus}>
    <TextField value={text} />
  </div>
);

export const Backdrop = ({ close }) => <div className="modal-backdrop" onClick={close} />;
