export function remember(theme: string): void {
  localStorage.setItem("theme", theme);
}

export function tell(frame: Window, profile: object): void {
  frame.postMessage(profile, "https://shop.example.org");
}
