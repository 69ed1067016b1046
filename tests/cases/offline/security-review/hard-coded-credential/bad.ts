import jwt from "jsonwebtoken";

const apiKey = "correct-horse-battery-0"; // expect: js-hard-coded-credential

export const database = {
  host: "db.internal",
  password: "correct-horse-battery-1", // expect: js-hard-coded-credential
};

export function issue(user: string): string {
  return jwt.sign({ user, apiKey }, "correct-horse-battery-2"); // expect: js-hard-coded-credential
}
