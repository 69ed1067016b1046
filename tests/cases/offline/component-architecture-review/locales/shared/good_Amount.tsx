export function Amount({ value, locale }: { value: number; locale?: string }) {
  return <b>{value.toLocaleString(locale)}</b>;
}
