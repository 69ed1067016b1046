async def prices(items, shop, rates):
    found = []
    for item in items:  # expect: py-awaited-one-after-the-other
        found.append(await shop.price(item))
    return found, [await rates.fetch(item.currency) for item in items]  # expect: py-awaited-one-after-the-other
