import { load } from "./load";
import { table } from "../reports/format"; // expect-own: layer-violation

export const exported = (): string => table(load("all"));
