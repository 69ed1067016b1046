export const openOrder = (id: string): string => id;
export const paidOrder = (id: string): string => id;
export const sentOrder = (id: string): string => id;
export const lostOrder = (id: string): string => id;
export const returned_order = (id: string): string => id; // expect-own: convention-break
