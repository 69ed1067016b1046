"""Reading the line a reviewer cites, in every spelling whose meaning is certain."""

import re

# No file that fits into a review has this many lines; a larger number is a slip or an invention.
MAX_LINE = 500_000

_SPELLED = re.compile(
    r"(?:lines?\s*|L)?(\d{1,9})(?:\.0+)?(?:\s*(?:-|\u2013|to|\.\.)\s*(?:lines?\s*|L)?(\d{1,9})(?:\.0+)?)?",
    re.IGNORECASE,
)


def coerce_line(value: object) -> int | None:
    """The 1-based line that `value` certainly means (12, 12.0, "12.0", "12-14", "L12"), or None."""
    return coerce_range(value)[0]


def coerce_range(value: object) -> tuple[int | None, int | None]:
    """First and last line that `value` certainly means; the last is None unless a real range was given."""
    if isinstance(value, bool):
        return None, None
    if isinstance(value, int):
        return _usable(value), None
    if isinstance(value, float):
        return (_usable(int(value)) if value.is_integer() else None), None
    match = _SPELLED.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        return None, None
    first = _usable(int(match[1]))
    last = _usable(int(match[2])) if match[2] else None
    if first is None or last is None or last <= first:
        return first, None
    return first, last


def _usable(number: int) -> int | None:
    return number if 1 <= number <= MAX_LINE else None
