const cache = new Map<string, number>();

export function getPrice(key: string): number | undefined {
  return cache.get(key);
}

export function storePrice(key: string): void {
  cache.set(key, 1);
}

export function isKnown(key: string): boolean {
  return cache.has(key);
}

export function getOrders(ctx: Context): void {
  ctx.body = cache;
}

export const findCustomers = (filter: string, onFound: Handler, errorHandler: Handler) => {
  api.request(filter, onFound, errorHandler);
};

export const getStudents = ({ commit }: Store) => {
  api.students((answer: Answer) => commit("SET_STUDENTS", answer.data));
};

export const controller = {
  async getTemplate(ctx: Context) {
    ctx.send(await store.read("template"));
  },
  getHeader() {},
};
