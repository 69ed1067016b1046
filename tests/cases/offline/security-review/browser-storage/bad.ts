export function remember(jwt: string): void {
  localStorage.setItem("auth_token", jwt); // expect: js-token-in-web-storage
}

export function tell(frame: Window, profile: object): void {
  frame.postMessage(profile, "*"); // expect: js-message-to-any-origin
}
