import asyncio
import subprocess

import httpx


async def collect(url, path):
    async with httpx.AsyncClient() as client:
        reply = await client.get(url)
    await asyncio.sleep(1)
    child = await asyncio.create_subprocess_exec("sync")
    await child.wait()
    text = await asyncio.to_thread(path.read_text)
    return reply, text


def start(command):
    return subprocess.Popen(command, start_new_session=True)
