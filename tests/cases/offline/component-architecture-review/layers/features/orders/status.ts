export const statusText = (status: string): string => status.replace("_", " ");
