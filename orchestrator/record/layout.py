"""The lines of a record as Markdown reads them: headings, blocks between fences, comments, and everything else."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

BYTE_ORDER_MARK = "\ufeff"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
# No pattern here may try one run of blanks in more than one way: a line can be as long as the file.
_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
_FENCE = re.compile(r"( {0,3})(`{3,}|~{3,})")
_COMMENT = re.compile(r" {0,3}<!--")


class Line(NamedTuple):
    """One line that is neither a heading nor part of a block. `hidden` when it belongs to a comment."""

    at: int
    text: str
    hidden: bool


class Heading(NamedTuple):
    """A heading of `level` 1 to 6."""

    at: int
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block from the line `at` of its opening fence to `end`, the line behind its closing one.

    `lines` are what stands between, without line endings and without the indentation of the fence. `closed` is False
    when it reaches to the end of the file for want of a closing fence.
    """

    at: int
    end: int
    language: str
    lines: tuple[str, ...]
    closed: bool


Part = Line | Heading | Block


def split_lines(text: str) -> list[str]:
    """The lines of `text` with their endings (`\\n`, `\\r\\n` or `\\r`); joined they are `text` again."""
    return _LINE.findall(text)


def newline_of(lines: list[str]) -> str:
    """The line ending that new lines are written with: that of the first line."""
    first = lines[0] if lines else ""
    return first[len(first.rstrip("\r\n")) :] or "\n"


def parts(lines: list[str]) -> Iterator[Part]:
    """What the lines are, in order, each line in exactly one part. Lines count from 0."""
    bare = [line.rstrip("\r\n") for line in lines]
    if bare:
        bare[0] = bare[0].removeprefix(BYTE_ORDER_MARK)
    at = 0
    while at < len(bare):
        text = bare[at]
        fence = _FENCE.match(text)
        if fence and not (fence[2][0] == "`" and "`" in text[fence.end() :]):
            block = _block(bare, at, fence)
            yield block
            at = block.end
        elif _COMMENT.match(text):
            end = next((number for number in range(at, len(bare)) if "-->" in bare[number]), len(bare) - 1) + 1
            yield from (Line(number, bare[number], True) for number in range(at, end))
            at = end
        else:
            heading = _HEADING.match(text)
            found = Heading(at, len(heading[1]), text[heading.end() :].strip(" \t")) if heading else None
            yield found or Line(at, text, False)
            at += 1


def _block(bare: list[str], at: int, fence: re.Match[str]) -> Block:
    end = next((number for number in range(at + 1, len(bare)) if _closes(bare[number], fence[2])), len(bare))
    margin = len(fence[1])
    inner = tuple(line[min(margin, len(line) - len(line.lstrip(" "))) :] for line in bare[at + 1 : end])
    language = bare[at][fence.end() :].strip(" \t").split(" ")[0].lower()
    return Block(at, min(end + 1, len(bare)), language, inner, end < len(bare))


def _closes(line: str, mark: str) -> bool:
    text = line.strip(" \t")
    return len(text) >= len(mark) and not text.strip(mark[0]) and not line.startswith(("    ", "\t"))
