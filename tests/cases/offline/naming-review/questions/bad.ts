const sessions = new Map<string, number>();

export function isExpired(id: string, now: number): boolean {
  const expired = (sessions.get(id) ?? 0) < now;
  if (expired) {
    sessions.delete(id); // expect: js-question-changes-what-it-asks-about
  }
  return expired;
}
