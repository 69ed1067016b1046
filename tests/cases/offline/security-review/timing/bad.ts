import { createHmac } from "crypto";

export function accept(body: string, key: string, signature: string): boolean {
  const expected = createHmac("sha256", key).update(body).digest("hex");
  return signature === expected; // expect: js-secret-compared-in-variable-time
}
