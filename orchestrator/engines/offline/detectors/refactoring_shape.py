"""What the search for refactorings finds in one file, whatever its language."""

import re
from dataclasses import dataclass

_KIND = re.compile(r"[\"'][^\"'\n]*[A-Za-z]{2,}[^\"'\n]*[\"']|[A-Za-z_][\w.]*")


@dataclass(frozen=True, slots=True)
class Chain:
    """Branches that compare `subject` with one constant each; `simple` when each of them is at most two statements."""

    line: int
    subject: str
    tags: frozenset[str]
    simple: bool


@dataclass(frozen=True, slots=True)
class Half:
    """A function whose body is one decision over its parameter `flag`."""

    line: int
    name: str
    flag: str


def is_kind(tag: str) -> bool:
    """True for a constant that names a kind: a text with a word in it, or a name."""
    return _KIND.fullmatch(tag) is not None and tag not in {
        "true",
        "false",
        "null",
        "undefined",
        "None",
        "True",
        "False",
    }
