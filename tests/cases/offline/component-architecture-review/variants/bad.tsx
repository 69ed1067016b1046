interface ButtonProps {
  label: string;
  primary?: boolean; // expect: component-props-exclude-each-other
  danger?: boolean;
}

export function Button({ label }: ButtonProps) {
  return <button type="button">{label}</button>;
}
