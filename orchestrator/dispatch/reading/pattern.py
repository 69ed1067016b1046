"""Patterns of a search: texts as they are, and regular expressions of a kind that cannot take for ever."""

import math
import re

from orchestrator.dispatch.reading.arguments import BadCallError

LONGEST = 300
_REPEATS = 1000
_COUNTED = re.compile(r"\{(\d*),?(\d*)\}")
_BACK = re.compile(r"(?<!\\)(?:\\\\)*\\[1-9]")


def extended(pattern: str) -> str:
    """`pattern` as a POSIX extended expression for git; the usual `\\d` and `(?:` are put into its words.

    Raises BadCallError for what costs more than it is worth: references back, and repetitions that multiply.
    """
    if _BACK.search(pattern):
        raise BadCallError("references back (\\1) are not supported")
    if "(?" in pattern.replace("(?:", ""):
        raise BadCallError("look-around and flags are not supported")
    counts = [int(most or least or "1") for least, most in _COUNTED.findall(pattern)]
    if any(count > _REPEATS for count in counts) or math.prod(max(count, 1) for count in counts) > _REPEATS:
        raise BadCallError(f"repetitions of the pattern multiply to more than {_REPEATS}")
    return _digits(pattern.replace("(?:", "("))


def checked(pattern: str) -> str:
    """`pattern`, unless it is none: empty, too long, of several lines."""
    if not pattern.strip():
        raise BadCallError("pattern is empty")
    if len(pattern) > LONGEST:
        raise BadCallError(f"pattern is longer than {LONGEST} characters")
    if any(char in pattern for char in "\n\r\0"):
        raise BadCallError("pattern must be of one line")
    return pattern


def _digits(pattern: str) -> str:
    """POSIX has no `\\d`; inside brackets the range itself stands for it."""
    out: list[str] = []
    inside = False
    index = 0
    while index < len(pattern):
        pair = pattern[index : index + 2]
        if pair == "\\d":
            out.append("0-9" if inside else "[0-9]")
            index += 2
            continue
        if pair.startswith("\\") and not inside and len(pair) > 1:
            out.append(pair)
            index += 2
            continue
        inside = pattern[index] == "[" if not inside else pattern[index] != "]"
        out.append(pattern[index])
        index += 1
    return "".join(out)
