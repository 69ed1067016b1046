import { createHmac, timingSafeEqual } from "crypto";

export function accept(body: string, key: string, signature: Buffer): boolean {
  const expected = createHmac("sha256", key).update(body).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
