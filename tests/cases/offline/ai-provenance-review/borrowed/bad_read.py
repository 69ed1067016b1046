import json


def read(text: str) -> object:
    return json.parse(text)  # expect-own: invented-api
