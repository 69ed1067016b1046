import { REFUND_DAYS } from "./policy/limits";

export const mayBeReturned = (age: number): boolean => age <= REFUND_DAYS;
