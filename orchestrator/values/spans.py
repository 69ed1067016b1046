"""Replaced parts of a text as edits that are found again: each quotes enough around itself to stand there once."""

import difflib
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from orchestrator.values.fix import Edit


class Span(NamedTuple):
    """The characters `start` to `end` of a text (the end not included) become `text`."""

    start: int
    end: int
    text: str


def edits_of(file: str, before: str, spans: Iterable[Span]) -> tuple[Edit, ...] | None:
    """Edits that make the same of `before` as `spans`, in their order; None when spans overlap or lie outside.

    Each quotes whole lines, and as many neighbours as it takes to be the only such place.
    """
    ordered = sorted(spans)
    if any(not 0 <= one.start <= one.end <= len(before) for one in ordered):
        return None
    if any(after.start < one.end or after[:2] == one[:2] for one, after in pairwise(ordered)):
        return None
    places: list[tuple[int, int]] = []
    for one in ordered:
        start, end = _unique(before, one.start, one.end)
        # What reaches its neighbour is one edit with it.
        while places and places[-1][1] >= start:
            start, end = _unique(before, places.pop()[0], end)
        places.append((start, end))
    return tuple(_edit(file, before, place, ordered) for place in places)


def spans_between(before: str, after: str) -> tuple[Span, ...]:
    """What differs between two texts, as runs of whole lines."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return tuple(
        Span(starts[a], starts[b], "".join(new[c:d])) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"
    )


def _unique(text: str, start: int, end: int) -> tuple[int, int]:
    """`start` and `end` moved apart to whole lines that stand in `text` only once."""
    first = _line_start(text, start)
    # What ends with a line does not need the next one.
    last = end if start < end and text[end - 1] == "\n" else _line_end(text, end)
    while (first > 0 or last < len(text)) and not _once(text, text[first:last]):
        first = _line_start(text, first - 1) if first else 0
        end_of_line = _line_end(text, last)
        last = end_of_line if end_of_line > last else min(last + 1, len(text))
    return first, last


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, max(at, 0)) + 1


def _line_end(text: str, at: int) -> int:
    """Where the line of `at` ends, in front of its line end: what follows may be a file without a last one."""
    found = text.find("\n", min(at, len(text)))
    return len(text) if found < 0 else found


def _once(text: str, part: str) -> bool:
    first = text.find(part) if part else -1
    return first >= 0 and text.find(part, first + 1) < 0


def _edit(file: str, before: str, place: tuple[int, int], spans: Sequence[Span]) -> Edit:
    start, end = place
    pieces, at = [], start
    for one in spans:
        if start <= one.start and one.end <= end:
            pieces += [before[at : one.start], one.text]
            at = one.end
    return Edit(file, before[start:end], "".join([*pieces, before[at:end]]))
