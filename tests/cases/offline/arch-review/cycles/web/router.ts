import { showOrder } from "./orders";

export const routes = { order: showOrder };
export const pathOf = (name: string): string => `/${name}`;
