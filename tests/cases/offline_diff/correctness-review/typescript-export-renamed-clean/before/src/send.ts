export function send(to: string): void {
  post(to);
}
