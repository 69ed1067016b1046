async function isActive(user: string): Promise<boolean> {
  return user.length > 3;
}

async function save(user: string): Promise<void> {
  await fetch("/users", { method: "POST", body: user });
}

export async function finish(users: string[], user: string): Promise<string[]> {
  save(user); // expect: js-promise-not-awaited
  users.forEach(async (one) => { // expect: js-async-foreach
    await save(one);
  });
  if (isActive(user)) { // expect: js-promise-as-condition
    user.trim(); // expect: js-text-result-dropped
  }
  setTimeout(report(user), 1000); // expect: js-timer-called-immediately
  return users.filter(async (one) => isActive(one)); // expect: js-async-predicate
}

export async function load(path: string): Promise<unknown> {
  const answer = fetch(path);
  return answer.json(); // expect: js-fetch-not-awaited
}

function report(user: string): void {
  console.log(user);
}
