"""Merge-conflict markers that were left in a file."""

import re

_START = re.compile(r"<{7}(?: |$)")
_MIDDLE = re.compile(r"={7}$")
_END = re.compile(r">{7}(?: |$)")


def conflict_marker_lines(text: str) -> tuple[int, ...]:
    """1-based lines that open a conflict which also has its middle and its end; a lone underline is no conflict."""
    opened = 0
    middle = False
    found: list[int] = []
    for number, line in enumerate(text.split("\n"), 1):
        if _START.match(line):
            opened, middle = number, False
        elif opened and _MIDDLE.match(line):
            middle = True
        elif opened and middle and _END.match(line):
            found.append(opened)
            opened, middle = 0, False
    return tuple(found)
