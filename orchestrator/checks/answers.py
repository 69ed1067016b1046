"""What a tool said about one file, as a cache may keep it: rules and places, none of the file's text."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

FORMAT = "code-review-tool-answer/1"
_MOST = 1_000_000

Piece = str | tuple[int, int]
"""A part of a message: words of the tool's own, or start and length of what it quotes from the file."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One result: `rule` from `line` to `end` (1-based, both included). `said` is empty where the rule's text says it all."""

    rule: str
    line: int
    end: int
    said: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything that one version of a tool found in one file that it read whole; no mark means that it found nothing."""

    version: str
    marks: tuple[Mark, ...]


def encode(key: str, answer: Answer) -> bytes:
    """The entry under `key`: a checksum in the first line, then the answer and the key it belongs to."""
    marks = [[mark.rule, mark.line, mark.end, list(mark.said)] for mark in answer.marks]
    body = json.dumps([FORMAT, key, answer.version, marks], separators=(",", ":")).encode("ascii")
    return sha256(body).hexdigest().encode("ascii") + b"\n" + body


def decode(key: str, data: bytes) -> Answer | None:
    """The answer in an entry, None for anything that `encode` would not have written under this very key."""
    checksum, _, body = data.partition(b"\n")
    if sha256(body).hexdigest().encode("ascii") != checksum:
        return None
    try:
        entry = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(entry, list) or len(entry) != 4 or entry[:2] != [FORMAT, key]:
        return None
    version, listed = entry[2:]
    if not isinstance(version, str) or not isinstance(listed, list):
        return None
    marks = tuple(_mark(item) for item in listed)
    return None if None in marks else Answer(version, tuple(mark for mark in marks if mark is not None))


def _mark(item: object) -> Mark | None:
    if not isinstance(item, list) or len(item) != 4:
        return None
    rule, line, end, said = item
    if not isinstance(rule, str) or not _number(line) or not _number(end) or not isinstance(said, list):
        return None
    pieces = tuple(_piece(part) for part in said)
    return None if None in pieces else Mark(rule, line, end, tuple(part for part in pieces if part is not None))


def _piece(part: object) -> Piece | None:
    if isinstance(part, str):
        return part
    if isinstance(part, list) and len(part) == 2 and all(map(_number, part)):
        return part[0], part[1]
    return None


def _number(value: object) -> bool:
    # A boolean is an integer to Python, and no entry holds one.
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST


def within(mark: Mark, lines: Sequence[str]) -> bool:
    """True when the place lies inside a file of these lines."""
    return 1 <= mark.line <= mark.end <= len(lines)
