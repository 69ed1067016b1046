import { readRows } from "./report";

export const loadTable = (file: string): string[][] => readRows(file, ";");
