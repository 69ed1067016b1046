"""The measures of one function."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """`start` is the first line (decorators included), `line` that of the name, `end` the last; all 1-based.

    `branches` is McCabe's number, `depth` the deepest nesting of blocks, `length` the body's lines without blanks and
    comments, all without the functions inside it. `params` is what callers must pass by position, `flags` how many
    booleans they may pass by position.
    """

    name: str
    start: int
    line: int
    end: int
    params: tuple[str, ...]
    flags: int
    branches: int
    depth: int
    length: int
