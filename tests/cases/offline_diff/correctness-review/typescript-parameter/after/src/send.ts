export function send(to: string, text: string): void {
  post(to);
}
