import { useEffect, useState } from "react";

export function Basket({ open }: { open: boolean }) {
  const [names] = useState<string[]>([]);
  useEffect(() => {
    if (!open) return;
    document.body.classList.add("open");
  }, [open]);
  if (names.length === 0) return <p>Nothing here</p>;
  return <p>{names.join(", ")}</p>;
}

export function first(items: string[]) {
  if (!items.length) return "";
  return items[0];
}
