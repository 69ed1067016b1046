import asyncio


async def prices(items, shop, session, tasks):
    found = await asyncio.gather(*(shop.price(item) for item in items))
    rows = [await session.get(item) for item in items]
    done = [await task for task in tasks]
    total = 0
    for item in items:
        total = await shop.add(total, item)
    return found, rows, done, total
