export function portOf(text: string): number {
  const port = parse(text)?.port ?? 80;
  return port > 65535 ? 80 : port;
}

function parse(text: string): { port?: number } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
