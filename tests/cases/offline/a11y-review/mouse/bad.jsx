export const Row = ({ open, row }) => <tr onClick={() => open(row)}><td>{row.name}</td></tr>; // expect-own: keyboard-unreachable

export const Remove = ({ remove }) => <span className="icon" onClick={remove} title="Remove">x</span>; // expect-own: keyboard-unreachable

export const Both = ({ pick }) => <div onClick={(event) => { event.stopPropagation(); pick(); }}>Pick</div>; // expect-own: keyboard-unreachable
