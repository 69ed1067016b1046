"""What a fix did to the lines of a file: its hunks with much of what is around them, and where a line has gone."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from orchestrator.values.change import ChangedFile, DiffLine, Hunk, LineKind, LineRange, Status

AROUND = 20
"""Unchanged lines that are shown on each side of what a fix changed."""


class Block(NamedTuple):
    """Lines `old` to `old_end` became `new` to `new_end`, as indices, the ends left out; either side may be empty."""

    old: int
    old_end: int
    new: int
    new_end: int


def lines_of(text: str | None) -> list[str]:
    """Lines as git counts them, without what ends them; none for a file that does not exist."""
    if not text:
        return []
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]


def blocks_between(old: Sequence[str], new: Sequence[str]) -> tuple[Block, ...]:
    """The runs of lines in which the two sides differ, in order."""
    start, least = 0, min(len(old), len(new))
    while start < least and old[start] == new[start]:
        start += 1
    end = 0
    while end < least - start and old[-1 - end] == new[-1 - end]:
        end += 1
    # A fix touches few lines of a file, so comparing what lies between its ends is cheap however long the file is.
    matcher = SequenceMatcher(None, old[start : len(old) - end], new[start : len(new) - end], autojunk=False)
    found = (
        (a + start, b + start, c + start, d + start) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"
    )
    return tuple(Block(*one) for one in found)


def fix_of(path: str, before: str | None, after: str | None) -> ChangedFile:
    """The file as a fix changed it, with `AROUND` lines around each change; without hunks when no line differs."""
    old, new = lines_of(before), lines_of(after)
    status = Status.ADDED if before is None else Status.DELETED if after is None else Status.MODIFIED
    groups = _groups(blocks_between(old, new))
    return ChangedFile(path=path, status=status, hunks=tuple(_hunk(group, old, new) for group in groups))


def place_after(before: str | None, after: str | None, line: int) -> LineRange:
    """Where line `line` of the text before the fix is after it; what was put in its place when it was changed.

    Where lines were only taken out, the two that now meet.
    """
    index, shift = max(line, 1) - 1, 0
    for block in blocks_between(lines_of(before), lines_of(after)):
        if index < block.old:
            break
        if index < block.old_end:
            return _replaced(block)
        shift = block.new_end - block.old_end
    return LineRange(index + shift + 1, index + shift + 1)


def _replaced(block: Block) -> LineRange:
    if block.new < block.new_end:
        return LineRange(block.new + 1, block.new_end)
    return LineRange(max(block.new, 1), block.new + 1)


def _groups(blocks: Sequence[Block]) -> Iterator[tuple[Block, ...]]:
    """Blocks whose surroundings touch, together."""
    group: list[Block] = []
    for block in blocks:
        if group and block.old - group[-1].old_end > 2 * AROUND:
            yield tuple(group)
            group = []
        group.append(block)
    if group:
        yield tuple(group)


def _hunk(group: Sequence[Block], old: Sequence[str], new: Sequence[str]) -> Hunk:
    first, last = group[0], group[-1]
    above = min(AROUND, first.old)
    below = min(AROUND, len(old) - last.old_end)
    lines: list[DiffLine] = []
    at, there = first.old - above, first.new - above
    for block in (
        *group,
        Block(last.old_end + below, last.old_end + below, last.new_end + below, last.new_end + below),
    ):
        lines += [DiffLine(LineKind.CONTEXT, old[at + n], at + n + 1, there + n + 1) for n in range(block.old - at)]
        lines += [DiffLine(LineKind.REMOVED, old[n], n + 1, None) for n in range(block.old, block.old_end)]
        lines += [DiffLine(LineKind.ADDED, new[n], None, n + 1) for n in range(block.new, block.new_end)]
        at, there = block.old_end, block.new_end
    old_count, new_count = last.old_end + below - (first.old - above), last.new_end + below - (first.new - above)
    start, new_start = first.old - above, first.new - above
    return Hunk(start + bool(old_count), old_count, new_start + bool(new_count), new_count, tuple(lines))
