import requests


def ask(url: str) -> bytes:
    return requests.get(url, timeout=5).content
