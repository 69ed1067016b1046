import { shorten } from "./utils/text-helpers"; // expect-own: invented-api

export const subject = (text: string) => shorten(text, 60);
