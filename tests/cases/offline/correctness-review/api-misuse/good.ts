async function isActive(user: string): Promise<boolean> {
  return user.length > 3;
}

async function save(user: string): Promise<void> {
  await fetch("/users", { method: "POST", body: user });
}

async function remember(user: string): Promise<void> {
  try {
    await fetch("/seen", { method: "POST", body: user });
  } catch (error) {
    console.warn(error);
  }
}

export async function finish(users: string[], user: string): Promise<string[]> {
  await save(user);
  await Promise.all(users.map((one) => save(one)));
  void save(user);
  save(user).catch(console.error);
  remember(user);
  if (await isActive(user)) {
    user = user.trim();
  }
  report(user);
  setTimeout(() => report(user), 1000);
  const active = await Promise.all(users.map(isActive));
  return users.filter((_, index) => active[index]);
}

export async function load(path: string): Promise<unknown> {
  const answer = await fetch(path);
  if (!answer.ok) {
    throw new Error(`status ${answer.status}`);
  }
  return answer.json();
}

function report(user: string): void {
  console.log(user);
}
