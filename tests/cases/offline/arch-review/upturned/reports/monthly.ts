import { load } from "../orders/load";

export const monthly = (): string[] => load("monthly");
