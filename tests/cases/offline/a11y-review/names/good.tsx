export function Row({ onRemove, url, rest }: { onRemove: () => void; url: string; rest: object }) {
  return (
    <div>
      <button aria-label="Remove" onClick={() => onRemove()}>
        <TrashIcon />
      </button>
      <button onClick={() => onRemove()} {...rest}>
        <TrashIcon />
      </button>
      <button title="Remove">
        <TrashIcon />
      </button>
      <button>
        <TrashIcon aria-label="Remove" />
      </button>
      <iframe src={url} title="Receipt" width={200} />
      <input aria-label="Amount" aria-describedby="hint" />
    </div>
  );
}
