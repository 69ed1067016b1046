import { sample } from "./samples";

export const demo = (): string => sample;
