export function Row({ onRemove, url }: { onRemove: () => void; url: string }) {
  return (
    <div>
      {/* expect-below: a11y-icon-button-without-name */}
      <button onClick={() => onRemove()}>
        <TrashIcon />
      </button>
      <iframe src={url} width={200} /> {/* expect: a11y-frame-without-title */}
      <input aria-label="Amount" aria-described-by="hint" /> {/* expect: a11y-unknown-aria-attribute */}
    </div>
  );
}
