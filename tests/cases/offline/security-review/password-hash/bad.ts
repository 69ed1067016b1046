import { createHash } from "crypto";

export function store(password: string): string {
  return createHash("sha256").update(password).digest("hex"); // expect: js-password-hashed-fast
}
