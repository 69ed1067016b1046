import { useState } from "react";

export function Tags({ initial }) {
  const [tags, setTags] = useState(initial);
  const add = (tag) => {
    const next = [...tags];
    next.push(tag);
    setTags(next);
  };
  return <TagList onAdd={add} onClear={() => setTags([])} rows={[...tags].sort()} />;
}
