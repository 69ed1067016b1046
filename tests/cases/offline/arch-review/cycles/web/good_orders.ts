import type { routes } from "./router";

export type Routes = typeof routes;
export const showOrder = (id: string): string => `/orders/${id}`;
