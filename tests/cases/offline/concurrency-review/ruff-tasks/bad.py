import asyncio
import threading

import trio


async def start(jobs, tasks):
    asyncio.create_task(jobs.run())  # expect: RUF006
    trio.sleep(1)  # expect: ASYNC105
    async with asyncio.timeout(5):  # expect: ASYNC100
        jobs.collect()
    for job in jobs.all():
        tasks.append(lambda: job.stop())  # expect: B023


def count(state):
    with threading.Lock():  # expect: PLW2101
        state.total += 1
