import { sample } from "../tests/samples"; // expect-own: layer-violation

export const demo = (): string => sample;
