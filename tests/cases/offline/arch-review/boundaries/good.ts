import { parse } from "yaml-tools";
import { defaults } from "./internal/defaults";

export const settings = { ...defaults, ...parse("a: 1") };
