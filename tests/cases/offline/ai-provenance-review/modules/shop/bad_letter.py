from .helpers import shorten  # expect-own: invented-api


def subject(text: str) -> str:
    return shorten(text, 60)
