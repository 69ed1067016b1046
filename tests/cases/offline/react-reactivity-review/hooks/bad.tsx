import { useEffect, useState } from "react";

export function Basket({ items, open }: { items: string[]; open: boolean }) {
  if (open) {
    useEffect(() => document.body.classList.add("open"), []); // expect: react-hook-in-condition-or-loop
  }
  const names = items.map((item) => {
    const [name] = useState(item); // expect: react-hook-in-condition-or-loop
    return name;
  });
  return <p>{names.join(", ")}</p>;
}

export const Detail = ({ items }: { items: string[] }) => {
  if (!items.length) return <p>Nothing here</p>;
  const [chosen] = useState(items[0]); // expect: react-hook-after-early-return
  return <p>{chosen}</p>;
};
