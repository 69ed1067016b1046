export function portOf(text: string): number {
  try {
    const port = JSON.parse(text).port;
    if (port > 65535) {
      throw new Error("too large"); // expect: js-own-exception-as-jump
    }
    return port;
  } catch {
    return 80;
  }
}
