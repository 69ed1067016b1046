import json


def read(text: str) -> object:
    return json.loads(text)
