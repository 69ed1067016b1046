import { useState } from "react";

export function Stepper() {
  const [count, setCount] = useState(0);
  const addTwo = () => {
    setCount((current) => current + 1);
    setCount((current) => current + 1);
  };
  const addOne = () => setCount(count + 1);
  return <Pair count={count} onTwo={addTwo} onOne={addOne} />;
}
