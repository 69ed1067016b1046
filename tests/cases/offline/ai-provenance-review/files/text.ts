export const shorten = (text: string, width: number) => text.slice(0, width);
