import { shorten } from "./text";

export const subject = (text: string) => shorten(text, 60);
