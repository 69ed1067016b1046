export const greet = (name: string, send: (text: string) => void) => send(`hello ${name}`);
