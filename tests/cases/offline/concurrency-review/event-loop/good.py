import asyncio
import threading

_guard = threading.Lock()


class Rates:
    def __init__(self, source):
        self.source = source
        self.token = None
        self.cache = {}
        self.lock = asyncio.Lock()

    async def load(self, key):
        async with self.lock:
            if key not in self.cache:
                self.cache[key] = await self.source.fetch(key)
        if key not in self.cache:
            self.cache[key] = 0
        return self.cache[key]

    async def refresh(self):
        rows = await self.source.all()
        with _guard:
            self.cache = rows

    async def report(self):
        return await self.load("eur")

    async def save(self, pool, rows):
        job = pool.submit(self.source.write, rows)
        return await asyncio.wrap_future(job)


def main():
    return asyncio.run(Rates(None).report())
