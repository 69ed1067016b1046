import asyncio
import threading

import trio


async def start(jobs):
    asyncio.create_task(jobs.run())  # expect: RUF006
    trio.sleep(1)  # expect: ASYNC105
    async with asyncio.timeout(5):  # expect: ASYNC100
        jobs.collect()


def count(state):
    with threading.Lock():  # expect: PLW2101
        state.total += 1
