import subprocess
import time

import httpx
import requests


async def collect(url, path):
    reply = requests.get(url, timeout=5)  # expect: ASYNC210
    with httpx.Client() as client:
        other = client.get(url)  # expect: ASYNC212
    time.sleep(1)  # expect: ASYNC251
    subprocess.run(["sync"], check=True)  # expect: ASYNC221
    child = subprocess.Popen(["tar", "c", "."])  # expect: ASYNC220
    with open(path) as handle:  # expect: ASYNC230
        text = handle.read()
    answer = input("go on? ")  # expect: ASYNC250
    return reply, other, child, text, answer


def start(command, prepare):
    return subprocess.Popen(command, preexec_fn=prepare)  # expect: PLW1509
