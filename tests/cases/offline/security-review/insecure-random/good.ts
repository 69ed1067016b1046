import { randomUUID } from "crypto";

export function generateToken(): string {
  return randomUUID();
}

export function jitter(base: number): number {
  return base + Math.random() * 100;
}
