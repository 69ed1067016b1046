const REFUND_DAYS = 14; // expect-own: duplicated-rule

export const mayBeReturned = (age: number): boolean => age <= REFUND_DAYS;
