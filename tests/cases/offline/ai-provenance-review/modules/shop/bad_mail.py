from shop.text import shorten_words  # expect-own: invented-api


def subject(text: str) -> str:
    return shorten_words(text, 60)
