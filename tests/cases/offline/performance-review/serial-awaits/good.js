async function prices(items, shop, tx) {
  const found = await Promise.all(items.map((item) => shop.price(item)));
  const rows = [];
  for (const item of items) {
    rows.push(await tx.insert(item));
  }
  let total = 0;
  for (const item of items) {
    total = await shop.add(total, item);
  }
  return { found, rows, total };
}
