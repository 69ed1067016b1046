const sessions = new Map<string, number>();

export function isExpired(id: string, now: number): boolean {
  return (sessions.get(id) ?? 0) < now;
}

export function dropIfExpired(id: string, now: number): void {
  if (isExpired(id, now)) {
    sessions.delete(id);
  }
}
