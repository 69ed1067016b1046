import { useEffect, useState } from "react";

export function FullName({ first, last }: { first: string; last: string }) {
  const [name, setName] = useState("");
  useEffect(() => { // expect: react-state-copied-by-effect
    setName(`${first} ${last}`);
  }, [first, last]);
  return <b>{name}</b>;
}
