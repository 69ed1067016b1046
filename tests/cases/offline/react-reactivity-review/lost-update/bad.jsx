import { useState } from "react";

export function Stepper() {
  const [count, setCount] = useState(0);
  const addTwo = () => {
    setCount(count + 1); // expect: react-second-update-overwrites-first
    setCount(count + 1);
  };
  return <button onClick={addTwo}>{count}</button>;
}
