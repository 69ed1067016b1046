export const sample = "order-1";
