import { useEffect, useState } from "react";

export function FullName({ first, last }: { first: string; last: string }) {
  const [page, setPage] = useState(1);
  const name = `${first} ${last}`;
  // Going back to the first page for another name is no copy of it.
  useEffect(() => {
    setPage(1);
  }, [name]);
  return <Pages name={name} page={page} />;
}
