import { createContext, useState, type ReactNode } from "react";

export const SessionContext = createContext<unknown>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<string | null>(null);
  // Whoever reads the context renders with every render of the provider.
  return <SessionContext.Provider value={{ user, setUser }}>{children}</SessionContext.Provider>; // expect: react-context-value-rebuilt
}
