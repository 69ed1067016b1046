interface ButtonProps {
  label: string;
  variant?: "primary" | "danger";
  disabled?: boolean;
}

export function Button({ label }: ButtonProps) {
  return <button type="button">{label}</button>;
}
