import asyncio
import threading

import trio

_lock = threading.Lock()


async def start(jobs, tasks):
    task = asyncio.create_task(jobs.run())
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    await trio.sleep(1)
    async with asyncio.timeout(5):
        await jobs.collect()


def count(state):
    with _lock:
        state.total += 1
