"""Source text cut into identifiers and what stands between them, the same for every language."""

import re
from collections.abc import Iterable, Iterator

# A sign of the shell, of PHP or of JavaScript belongs to the name; so do accents that are written as marks of their own.
IDENTIFIER = r"\$?[^\W\d](?:[\w$]|[\u0300-\u036f])*"
_IDENTIFIER = re.compile(f"({IDENTIFIER})")
_QUOTES = "\"'`"


def identifiers(text: str) -> set[str]:
    """Every identifier in `text`, those in comments and strings too."""
    return set(_IDENTIFIER.findall(text))


def substitution(before: str, after: str) -> tuple[str, str] | None:
    """Old and new name when `after` is `before` with one identifier replaced, wherever it was; else None.

    What stands between the identifiers must not differ at all.
    """
    old_parts, new_parts = _IDENTIFIER.split(before), _IDENTIFIER.split(after)
    if len(old_parts) != len(new_parts) or old_parts[::2] != new_parts[::2]:
        return None
    pairs = {pair for pair in zip(old_parts[1::2], new_parts[1::2], strict=True) if pair[0] != pair[1]}
    return pairs.pop() if len(pairs) == 1 else None


def places(text: str, name: str) -> Iterator[int]:
    """Offsets of the identifier `name`."""
    return (match.start() for match in _IDENTIFIER.finditer(text) if match[0] == name)


def is_joined(text: str, start: int, length: int) -> bool:
    """True when the name at `start` may be part of a longer one that is written with hyphens, or is marked by a sign."""
    around = text[start - 1 : start] + text[start + length : start + length + 1]
    return any(char in "-@$#\\" for char in around)


def any_quoted(text: str, offsets: Iterable[int]) -> bool:
    """True when one of the ascending `offsets` may lie inside a string.

    Quotes are counted from the start of the line, those that may span lines from the start of the text. An apostrophe
    in a comment counts as well: nobody is misled by taking code for a string.
    """
    seen, open_marks = 0, dict.fromkeys(('"""', "'''", "`"), 0)
    for offset in offsets:
        line = text.rfind("\n", 0, offset) + 1
        for mark in open_marks:
            # A mark that begins before the last offset and ends behind it cannot be: a name lies between.
            open_marks[mark] += text.count(mark, seen, offset)
        if any(count % 2 for count in open_marks.values()) or _opens(text[line:offset]):
            return True
        seen = offset
    return False


def _opens(start: str) -> bool:
    """True when a quote is open at the end of `start`, the beginning of a line."""
    opened, escaped = "", False
    for char in start:
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif opened:
            opened = "" if char == opened else opened
        elif char in _QUOTES:
            opened = char
    return bool(opened)
