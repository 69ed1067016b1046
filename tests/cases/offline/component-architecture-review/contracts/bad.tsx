export function Price({ cents, currency }: any) { // expect: component-props-untyped
  return (
    <b>
      {cents / 100} {currency}
    </b>
  );
}
