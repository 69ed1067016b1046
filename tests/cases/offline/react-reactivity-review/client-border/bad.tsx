"use client";
import { cookies } from "next/headers"; // expect: react-client-file-imports-server-module
import { readFile } from "node:fs/promises"; // expect: react-client-file-imports-server-module

export function Theme() {
  return <Frame theme={cookies().get("theme")} load={readFile} />;
}
