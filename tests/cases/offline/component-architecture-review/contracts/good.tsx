interface PriceProps {
  cents: number;
  currency: string;
}

export function Price({ cents, currency }: PriceProps) {
  return (
    <b>
      {cents / 100} {currency}
    </b>
  );
}

export const Total: FC<PriceProps> = memo((props) => <Price {...props} />);
