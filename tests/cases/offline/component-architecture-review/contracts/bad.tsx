export function Price({ cents, currency }: any) { // expect: component-props-untyped
  return (
    <b>
      {cents / 100} {currency}
    </b>
  );
}

export const Total: FC<any> = (props) => <Price {...props} />; // expect: component-props-untyped
