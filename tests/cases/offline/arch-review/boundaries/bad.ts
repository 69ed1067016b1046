import { parse } from "yaml-tools/src/internal/parse"; // expect: js-internals-of-package-imported

export const settings = parse("a: 1");
