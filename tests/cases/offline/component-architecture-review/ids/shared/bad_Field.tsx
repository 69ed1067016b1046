export function Field({ label }: { label: string }) {
  return (
    <p>
      <label htmlFor="field">{label}</label>
      <input id="field" type="text" /> {/* expect: shared-component-with-fixed-id */}
    </p>
  );
}
