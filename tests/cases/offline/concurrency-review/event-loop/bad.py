import asyncio
import sqlite3
import threading

_lock = threading.Lock()


class Rates:
    def __init__(self, source):
        self.source = source
        self.token = None
        self.cache = {}

    async def load(self, key):
        if key not in self.cache:  # expect: py-state-checked-before-await-set-after
            self.cache[key] = await self.source.fetch(key)
        if self.token is None:  # expect: py-state-checked-before-await-set-after
            self.token = await self.source.login()
        return self.cache[key]

    async def refresh(self):
        with _lock:  # expect: py-thread-lock-held-across-await
            self.cache = await self.source.all()

    async def report(self):
        return asyncio.run(self.load("eur"))  # expect: py-loop-blocked-on-its-own-work

    async def save(self, pool, path):
        rows = sqlite3.connect(path)  # expect: py-thread-waited-for-in-coroutine
        job = pool.submit(self.source.write, rows)
        return job.result()  # expect: py-thread-waited-for-in-coroutine
