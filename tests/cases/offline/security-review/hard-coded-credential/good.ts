import jwt from "jsonwebtoken";

const apiKey = process.env.API_KEY;
const passwordField = "login-password-2";
const apiKeyUrl = "https://login.internal/keys/2";

export const labels = { password: "Passwort", passwordHint: "at-least-12-signs" };

export function issue(user: string): string {
  return jwt.sign({ user, apiKey, passwordField, apiKeyUrl }, process.env.JWT_KEY!);
}
