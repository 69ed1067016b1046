"""What the search for refactorings finds in one file, whatever its language."""

from dataclasses import dataclass


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
