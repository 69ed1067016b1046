export async function upload(items: Item[], store: Store) {
  for (const item of items) {
    await store.put(item);
  }
  const answers = await Promise.all(items.map((item) => store.accepts(item)));
  const valid = items.filter((item, index) => answers[index]);
  const sizes = await Promise.all(
    valid.map(async (item) => {
      let size = 0;
      size += await store.size(item);
      return size;
    }),
  );
  let sum = 0;
  for (const item of valid) {
    sum += await store.size(item);
  }
  await Promise.all(valid.map((item) => store.confirm(item)));
  return Promise.all(sizes.map((size) => store.add(size, sum)));
}

export async function connect(store: Store): Promise<void> {
  await store.open();
}

class Rates {
  private token?: Promise<string>;

  login() {
    if (!this.token) {
      this.token = requestToken();
    }
    return this.token;
  }
}
