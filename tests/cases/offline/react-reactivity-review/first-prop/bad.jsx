import { useEffect, useState } from "react";

export function Profile({ userId, compact }) {
  const [user, setUser] = useState(null);
  useEffect(() => {
    fetch(`/users/${userId}`) // expect: react-effect-ignores-later-props
      .then((answer) => answer.json())
      .then(setUser);
  }, []);
  return <Card user={user} compact={compact} />;
}
