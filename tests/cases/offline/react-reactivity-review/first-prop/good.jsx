import { useEffect, useState } from "react";

export function Profile({ userId, compact }) {
  const [user, setUser] = useState(null);
  useEffect(() => {
    const control = new AbortController();
    fetch(`/users/${userId}`, { signal: control.signal })
      .then((answer) => answer.json())
      .then(setUser);
    return () => control.abort();
  }, [userId]);
  return <Card user={user} compact={compact} />;
}
