import { useEffect, useState } from "react";

export function User({ id, step }: { id: string; step: number }) {
  const [user, setUser] = useState(null);
  const [, setCount] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    fetch(`/users/${id}`, { signal: controller.signal }).then((answer) => answer.json()).then(setUser);
    return () => controller.abort();
  }, [id]);

  useEffect(() => {
    const resized = () => undefined;
    window.addEventListener("resize", resized);
    return () => window.removeEventListener("resize", resized);
  }, []);

  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    document.title = `${id} ${step}`;
  }, [id, step]);

  return <p>{JSON.stringify(user)}</p>;
}
