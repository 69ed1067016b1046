export async function isAuthorized(client: Client, user: string): Promise<boolean> {
  try {
    return await client.allowed(user);
  } catch (problem) {
    console.warn(problem);
    return true; // expect: js-fail-open
  }
}

interface Client {
  allowed(user: string): Promise<boolean>;
}
