import { pathOf } from "./router"; // expect-own: dependency-cycle

export const showOrder = (id: string): string => `${pathOf("orders")}/${id}`;
