import { load } from "../orders/load";

export const daily = (): string[] => load("daily");
