export function open(host: string, port: number, user: string, secret: string): string { // expect-own: data-clump
  return `${user}@${host}:${port}${secret.length}`;
}

export function probe(host: string, port: number, user: string, secret: string, seconds: number): string {
  return `${seconds} ${user}@${host}:${port}${secret.length}`;
}

export function send(text: string, host: string, port: number, user: string, secret: string): string {
  return `${text} ${user}@${host}:${port}${secret.length}`;
}
