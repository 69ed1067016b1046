export const More = ({ show }) => <a onClick={() => show(1)}>More rows</a>; // expect: a11y-link-without-target

export const Copy = ({ copy }) => <input aria-label="Copy" type="checkbox" aria-hidden={true} onChange={copy} />; // expect: a11y-focusable-but-hidden
