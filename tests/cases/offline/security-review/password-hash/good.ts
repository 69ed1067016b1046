import bcrypt from "bcrypt";
import { createHash } from "crypto";

export function store(password: string): Promise<string> {
  return bcrypt.hash(password, 12);
}

export function checksum(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
