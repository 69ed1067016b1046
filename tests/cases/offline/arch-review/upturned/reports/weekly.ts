import { load } from "../orders/load";

export const weekly = (): string[] => load("weekly");
