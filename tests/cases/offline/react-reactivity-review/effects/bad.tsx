import { useEffect, useState } from "react";

export function User({ id, step }: { id: string; step: number }) {
  const [user, setUser] = useState(null);
  const [count, setCount] = useState(0);

  useEffect(() => { // expect: react-late-answer-wins
    fetch(`/users/${id}`).then((answer) => answer.json()).then(setUser);
  }, [id]);

  useEffect(async () => { // expect: react-async-effect
    await navigator.locks.request("user", () => undefined);
  }, []);

  useEffect(() => { // expect: react-effect-without-cleanup
    window.addEventListener("resize", () => undefined);
  }, []);

  useEffect(() => {
    const timer = setInterval(() => setCount(count + 1), 1000); // expect: react-timer-keeps-first-value
    return () => clearInterval(timer);
  }, []);

  useEffect(() => { // expect: react-fresh-dependency
    document.title = `${id} ${step}`;
  }, [{ id, step }]);

  return <p>{JSON.stringify(user)}</p>;
}
