"""What a reviewer was sent of one file, indexed so that a quote is found without walking the lines."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from orchestrator.findings.quotes import Quote, squeeze
from orchestrator.values.change import DiffLine, Hunk, LineKind
from orchestrator.values.turn import Excerpt

_GAP = "\0"  # stands between two hunks: no quote reaches across what was not sent


@dataclass(frozen=True, slots=True)
class Place:
    """Lines `first` to `last` of the new side. For removed text it is where the text stood, `old` its own first line."""

    first: int
    last: int
    old: int | None = None

    @property
    def removed(self) -> bool:
        """True when the text stands on the removed side only."""
        return self.old is not None

    def distance(self, line: int) -> int:
        """How far `line` is from this place; a removed place may be cited by its old number or its new one."""
        here = max(self.first - line, line - self.last, 0)
        return here if self.old is None else min(here, abs(self.old - line))


@dataclass(frozen=True, slots=True)
class _Entry:
    text: str
    new: int | None
    old: int | None
    stood_at: int


class Lines:
    """One side of one file: squeezed lines in order, searched as a single string."""

    __slots__ = ("_entries", "_starts", "_text")

    def __init__(self, entries: Sequence[_Entry | None]) -> None:
        self._entries = entries
        texts = [entry.text if entry else _GAP for entry in entries]
        self._text = "\n".join(texts)
        self._starts = list(accumulate((len(text) + 1 for text in texts), initial=0))[:-1]

    def places(self, quote: Quote) -> Iterator[list[_Entry]]:
        """Every run of consecutive lines of which each contains the line of `quote` at its position."""
        longest = max(range(len(quote)), key=lambda number: len(quote[number]))
        at = self._text.find(quote[longest])
        while at >= 0:
            index = bisect_right(self._starts, at) - 1
            found = self._run(index - longest, quote)
            if found:
                yield found
            if index + 1 >= len(self._starts):
                return
            at = self._text.find(quote[longest], self._starts[index + 1])

    def _run(self, start: int, quote: Quote) -> list[_Entry]:
        if start < 0 or start + len(quote) > len(self._entries):
            return []
        run = [entry for entry in self._entries[start : start + len(quote)] if entry]
        fits = len(run) == len(quote) and all(part in entry.text for part, entry in zip(quote, run, strict=True))
        return run if fits else []


class FileSource:
    """The new side, the old side and the printed change of one file.

    `content` is the whole new side where it was sent; without it the new side is what the hunks and `excerpts` show.
    """

    __slots__ = ("_new", "_old", "_printed")

    def __init__(self, hunks: Sequence[Hunk], content: str | None, excerpts: Sequence[Excerpt] = ()) -> None:
        change = [entry for hunk in hunks for entry in (None, *_entries(hunk))]
        new = [entry for entry in change if entry is None or entry.new is not None]
        if content is not None:
            new = list(_numbered(content))
        elif excerpts:
            new = _by_number([*(entry for entry in new if entry), *_excerpted(excerpts)])
        self._new = Lines(new)
        self._old = Lines([entry for entry in change if entry is None or entry.old is not None])
        self._printed = Lines(change)

    def find(self, quote: Quote) -> tuple[Place, ...]:
        """Places of `quote` in file order: those of the new side, else of the removed side, else of the printed change."""
        for lines in (self._new, self._old, self._printed):
            places = tuple(_place(run) for run in lines.places(quote))
            if places:
                return places
        return ()


def nearest(places: Sequence[Place], line: int) -> Place:
    """The place closest to `line`, by its new or its old number; the earlier one of two that are equally close."""
    new = bisect_left(places, line, key=lambda place: place.first)
    old = bisect_left(places, line, key=lambda place: place.old or place.first)
    candidates = (*places[max(new - 1, 0) : new + 1], *places[max(old - 1, 0) : old + 1])
    return min(candidates, key=lambda place: (place.distance(line), place.first))


def _place(run: Sequence[_Entry]) -> Place:
    new = [entry.new for entry in run if entry.new is not None]
    added = [entry.new for entry in run if entry.new is not None and entry.old is None]
    removed = [entry for entry in run if entry.new is None]
    if removed and not added:  # text that the change took away, perhaps with untouched lines around it
        return Place(removed[0].stood_at, removed[-1].stood_at, removed[0].old)
    return Place(added[0] if removed else new[0], new[-1])


def _numbered(content: str) -> Iterator[_Entry]:
    for number, line in enumerate(content.split("\n"), 1):
        yield _Entry(squeeze(line), number, number, number)


def _excerpted(excerpts: Sequence[Excerpt]) -> Iterator[_Entry]:
    for part in excerpts:
        for number, line in enumerate(part.lines, part.start):
            yield _Entry(squeeze(line), number, number, number)


def _by_number(entries: Sequence[_Entry]) -> list[_Entry | None]:
    """Each line once, in order, with a gap where lines between were not sent; what a hunk says of a line wins."""
    known = {entry.new: entry for entry in reversed(entries) if entry.new is not None}
    joined: list[_Entry | None] = []
    for number in sorted(known):
        if number - 1 not in known:
            joined.append(None)
        joined.append(known[number])
    return joined


def _entries(hunk: Hunk) -> Iterable[_Entry]:
    last = max(hunk.new_start + hunk.new_count - 1, hunk.new_start, 1)
    position = max(hunk.new_start, 1)
    for line in hunk.lines:
        yield _entry(line, min(position, last))
        position = position if line.new is None else line.new + 1


def _entry(line: DiffLine, stood_at: int) -> _Entry:
    old = None if line.kind is LineKind.ADDED else line.old
    new = None if line.kind is LineKind.REMOVED else line.new
    return _Entry(squeeze(line.text), new, old, stood_at)
