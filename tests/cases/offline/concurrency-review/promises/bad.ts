export async function upload(items: Item[], store: Store) {
  const valid = items.filter((item) => item.size > 0);
  let total = 0;
  await Promise.all(
    valid.map(async (item) => {
      total += await store.size(item); // expect: js-total-lost-over-await
    }),
  );
  Promise.all(valid.map((item) => store.confirm(item))); // expect: js-promise-dropped
  return total;
}

class Rates {
  private token?: string;
  private cache = new Map<string, number>();

  async login() {
    if (!this.token) { // expect: js-state-checked-before-await-set-after
      this.token = await requestToken();
    }
    return this.token;
  }

  async rate(key: string) {
    if (!this.cache.has(key)) { // expect: js-state-checked-before-await-set-after
      const found = await requestRate(key);
      this.cache.set(key, found);
    }
    return this.cache.get(key);
  }
}
