"""Finding the one place that an edit means, and putting the edits of a file in: nothing else of it changes."""

import codecs
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from orchestrator.values.fix import Edit, Refusal, Rule

_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class Content:
    """A file as text with `\\n` line ends, and what it takes to write it back byte by byte.

    `crlf` holds the offsets of those line ends in `text` that are `\\r\\n` in the file.
    """

    text: str
    encoding: str
    mark: bytes
    crlf: tuple[int, ...]

    @property
    def ends_in_crlf(self) -> bool:
        """True when most line ends of the file are `\\r\\n`."""
        return 2 * len(self.crlf) > self.text.count("\n")


class Found(NamedTuple):
    """Where an edit goes: the characters `start` to `end` of the text become those of `edit.replace`."""

    start: int
    end: int
    edit: Edit


def read_content(data: bytes) -> Content | None:
    """`data` as text that can be edited; None for what is binary or in an encoding with a byte order of its own."""
    if b"\0" in data or data.startswith(_MARKS):
        return None
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    body, encoding = data[len(mark) :], "utf-8"
    try:
        raw = body.decode(encoding)
    except UnicodeDecodeError:
        encoding = "latin-1"
        raw = body.decode(encoding)
    lines = raw.split("\r\n")
    crlf, at = [], 0
    for line in lines[:-1]:
        at += len(line)
        crlf.append(at)
        at += 1
    return Content("\n".join(lines), encoding, mark, tuple(crlf))


def locate(content: Content, edits: Sequence[Edit]) -> tuple[Found, ...] | Refusal:
    """The place of each edit in the text, from top to bottom, or the first that has none, several or a shared one."""
    found: list[Found] = []
    for edit in edits:
        wanted = _plain(edit.find)
        first = content.text.find(wanted) if wanted else -1
        if first < 0:
            return Refusal(Rule.STALE, "what it replaces does not stand in the file", edit)
        if content.text.find(wanted, first + 1) >= 0:
            return Refusal(Rule.AMBIGUOUS, "what it replaces stands in the file more than once", edit)
        found.append(Found(first, first + len(wanted), edit))
    found.sort(key=lambda one: one[:2])
    for one, after in pairwise(found):
        if after.start < one.end:
            return Refusal(Rule.OVERLAP, "it replaces a part of what another edit replaces", after.edit)
    return tuple(found)


def replaced(content: Content, places: Sequence[Found]) -> bytes | None:
    """The file with every edit put in; its line ends stay, and new lines end like the rest of the file.

    None when the encoding of the file has no way to write a new character.
    """
    newline = "\r\n" if content.ends_in_crlf else "\n"
    pieces: list[str] = []
    at = 0
    for start, end, edit in places:
        pieces += (_raw(content, at, start), _plain(edit.replace).replace("\n", newline))
        at = end
    pieces.append(_raw(content, at, len(content.text)))
    try:
        return content.mark + "".join(pieces).encode(content.encoding)
    except UnicodeEncodeError:
        return None


def _raw(content: Content, start: int, end: int) -> str:
    """The characters `start` to `end` with the line ends that they have in the file."""
    pieces: list[str] = []
    at = start
    for place in content.crlf[bisect_left(content.crlf, start) : bisect_left(content.crlf, end)]:
        pieces += (content.text[at:place], "\r\n")
        at = place + 1
    return "".join([*pieces, content.text[at:end]])


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n")
