import httpx
import requests
from fastapi import FastAPI
from flask import request

app = FastAPI()
TIMEOUT = 5


def preview() -> str:
    target = request.args.get("url")
    return requests.get(target, timeout=TIMEOUT).text  # expect: py-ssrf


@app.get("/fetch")
async def fetch(url: str) -> str:
    async with httpx.AsyncClient() as client:
        answer = await client.get(url)  # expect: py-ssrf
    return answer.text
