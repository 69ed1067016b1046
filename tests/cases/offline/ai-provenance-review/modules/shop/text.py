def shorten(text: str, width: int) -> str:
    return text[:width]
