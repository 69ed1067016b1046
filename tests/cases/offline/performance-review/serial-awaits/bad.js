async function prices(items, shop) {
  const found = [];
  for (const item of items) { // expect: js-awaited-one-after-the-other
    found.push(await shop.price(item));
  }
  const byId = {};
  for (const item of items) { // expect: js-awaited-one-after-the-other
    byId[item.id] = await fetchStock(item.id);
  }
  return { found, byId };
}
