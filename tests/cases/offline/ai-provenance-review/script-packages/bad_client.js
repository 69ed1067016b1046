import { retry } from "axios-retry-utils"; // expect-own: invented-dependency

export const ask = (url) => retry(() => fetch(url));
