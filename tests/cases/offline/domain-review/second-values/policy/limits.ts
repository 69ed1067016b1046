export const REFUND_DAYS = 30;
