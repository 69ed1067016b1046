from urllib.parse import urlsplit

import httpx
import requests
from fastapi import FastAPI, HTTPException
from flask import request

app = FastAPI()
TIMEOUT = 5
HOSTS = frozenset({"images.internal"})


def check_allowed(url: str) -> None:
    if urlsplit(url).hostname not in HOSTS:
        raise HTTPException(400)


def avatar() -> bytes:
    user = request.args["user"]
    return requests.get(f"https://images.internal/avatars/{user}", timeout=TIMEOUT).content


@app.get("/fetch")
async def fetch(url: str) -> str:
    check_allowed(url)
    async with httpx.AsyncClient() as client:
        answer = await client.get(url)
    return answer.text
