export function deliver(to: string): void {
  post(to);
}
export { deliver as send };
