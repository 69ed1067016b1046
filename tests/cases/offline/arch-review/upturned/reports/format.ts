export const table = (rows: string[]): string => rows.join("\n");
