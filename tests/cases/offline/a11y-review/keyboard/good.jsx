export const More = ({ show, href, ...rest }) => (
  <a href={href} onClick={() => show(1)}>
    More rows
  </a>
);

export const Wrapped = ({ show, ...rest }) => (
  <a {...rest} onClick={() => show(1)}>
    More rows
  </a>
);

export const Copy = ({ copy }) => <input aria-label="Copy" type="checkbox" aria-hidden={false} onChange={copy} />;
