import { createContext, useMemo, useState, type ReactNode } from "react";

export const SessionContext = createContext<unknown>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<string | null>(null);
  const session = useMemo(() => ({ user, setUser }), [user]);
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}
