"""Reading a quote the way a reviewer writes one: with or without diff markers, line numbers and its own white space."""

import re

# What a payload prints before a line: an optional diff marker, the line's number (removed lines have none), a separator.
_NUMBERED = re.compile(r"\s*+(?:[+-]\s*+)?(?:L?\d{1,7}\s*+[|:\u2192]|L?\d{1,7}\t|\|)")

# Line breaks and tabs carry meaning; other control characters and lone surrogates could only harm who prints them.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_INVISIBLE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffd]+")

MIN_CHARS = 6
MIN_WORD_CHARS = 3

Quote = tuple[str, ...]


def squeeze(line: str) -> str:
    """`line` without white space (a carriage return is white space) and without what `clean_text` takes out."""
    return _INVISIBLE.sub("", line)


def clean_text(text: str) -> str:
    """`text` without control characters and lone surrogates, line endings as `\\n`, no blank lines around it."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r\n", "\n").replace("\r", "\n")).strip("\n")


def readings(quote: str) -> tuple[Quote, ...]:
    """The lines of `quote` without white space, in each way they can be meant, the most literal one first.

    A leading `-` may be a diff marker or a list item and `404:` a line number or a key, so both readings are offered.
    Blank lines at either end are dropped; a quote without any visible character has no reading.
    """
    lines = quote.split("\n")
    bare = [_NUMBERED.sub("", line, count=1) if _NUMBERED.match(line) else line for line in lines]
    forms = (lines, [_unmarked(line) for line in lines], bare, [_unmarked(line) for line in bare])
    found = dict.fromkeys(_trimmed([squeeze(line) for line in form]) for form in forms)
    return tuple(form for form in found if form)


def is_weak(quote: Quote) -> bool:
    """True when the quote could stand anywhere: fewer than 6 visible characters or 3 letters and digits."""
    text = "".join(quote)
    return len(text) < MIN_CHARS or sum(char.isalnum() for char in text) < MIN_WORD_CHARS


def _unmarked(line: str) -> str:
    text = line.lstrip()
    return text[1:] if text[:1] in {"+", "-"} else line


def _trimmed(lines: list[str]) -> Quote:
    filled = [number for number, line in enumerate(lines) if line]
    return tuple(lines[filled[0] : filled[-1] + 1]) if filled else ()
