interface Price {
  net: number;
  gross?: number;
  label?: string;
}

export function grossOf(price: Price, rate: number): number {
  price.gross = price.net * (1 + rate); // expect: js-fp-argument-changed-and-result-returned
  return price.gross;
}

export const publicView = (user: Record<string, unknown>) => {
  delete user.passwordHash; // expect: js-fp-argument-changed-and-result-returned
  return user;
};

export function toOptions(options: object): object {
  Object.assign(options, { retries: 3 }); // expect: js-fp-argument-changed-and-result-returned
  return options;
}
