"""Making text from the code under review harmless to look at."""

BRIEF_LIMIT = 300
TAB = 4


def visible(text: str) -> str:
    """Every character that is not printable as an escape: control, escape, bidirectional, zero-width, lone surrogates."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def one_line(text: str) -> str:
    """`text` as one visible line; white space of any kind becomes one space."""
    return visible(" ".join(text.split()))


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters, cut between words where that loses little, marked by `...`."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 4]
    head = cut.rsplit(" ", 1)[0]
    return f"{head if len(head) > limit // 2 else cut} ..."


def brief(text: str) -> str:
    """One line of bounded length: what tools and engines say about themselves can be pages long."""
    return shorten(one_line(text), BRIEF_LIMIT)


def labelled(label: str) -> str:
    """The label of a field as one line that a text may follow; its own last sign is kept where it is enough."""
    shown = one_line(label)
    return shown if shown.endswith((":", "?", "!")) else f"{shown}:"


def _escape(char: str) -> str:
    number = ord(char)
    # A byte of a path that is not UTF-8 travels as a surrogate escape; people know it as the byte.
    if 0xDC80 <= number <= 0xDCFF:
        return f"\\x{number - 0xDC00:02x}"
    return char.encode("unicode_escape").decode("ascii")
