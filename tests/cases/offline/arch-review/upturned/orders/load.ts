export const load = (period: string): string[] => [period];
