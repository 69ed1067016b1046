import { load } from "./load";

export const exported = (write: (rows: string[]) => string): string => write(load("all"));
