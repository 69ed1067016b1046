export function generateToken(): string {
  return Math.random().toString(36).slice(2); // expect: js-predictable-random-secret
}

export function login(user: { sessionId: string }): void {
  user.sessionId = String(Math.random()); // expect: js-predictable-random-secret
}
