"""Reading JSON that somebody else wrote: a part of the wrong type is an empty part, never an exception."""

from typing import Any


def as_dict(value: object) -> dict[str, Any]:
    """`value` when it is an object, otherwise an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """`value` when it is an array, otherwise an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """`value` when it is a string, otherwise an empty one."""
    return value if isinstance(value, str) else ""


def as_number(value: object) -> int | None:
    """`value` when it is a whole number, otherwise None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def one_line_of(text: str, limit: int = 600) -> str:
    """`text` with its white space folded, cut to `limit` characters."""
    folded = " ".join(text.split())
    return folded if len(folded) <= limit else f"{folded[: limit - 1]}…"
