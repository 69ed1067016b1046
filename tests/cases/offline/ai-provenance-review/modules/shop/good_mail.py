from shop.text import shorten


def subject(text: str) -> str:
    return shorten(text, 60)
