export function Amount({ value }: { value: number }) {
  return <b>{value.toLocaleString("de-DE")}</b>; // expect: shared-component-with-fixed-locale
}
