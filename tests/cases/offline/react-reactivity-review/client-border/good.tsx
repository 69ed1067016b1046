import { cookies } from "next/headers";
import { Frame } from "./frame";

export async function Theme() {
  const jar = await cookies();
  return <Frame theme={jar.get("theme")?.value} />;
}
