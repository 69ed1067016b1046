export function deliver(to: string): void {
  post(to);
}
