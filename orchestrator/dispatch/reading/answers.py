"""Answers of the reader tools: numbered like the files of a prompt, bounded, with what was cut named."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from orchestrator.dispatch.prompt import framed, numbered
from orchestrator.redaction import redact
from orchestrator.values.text import printable_path
from orchestrator.values.turn import Excerpt, Shown

ANSWER = 40_000
"""Characters of one answer."""
LINE = 2_000
ENTRIES = 400


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said, and what of which file it holds: those lines are evidence from now on."""

    text: str
    path: str = ""
    shown: Shown = ""
    more: tuple[tuple[str, tuple[Excerpt, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Style:
    """How answers look in this run: `marker` frames text under review, `masked` replaces secrets in it."""

    marker: str
    masked: bool = False
    _lines: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def lines(self, text: str) -> tuple[str, ...]:
        """The lines of `text` as they may be shown. A file is masked as a whole: a part hides what belongs together."""
        if text not in self._lines:
            shown = redact(text)[0] if self.masked else text
            self._lines[text] = tuple(shown.removesuffix("\n").split("\n"))
        return self._lines[text]

    def file(self, path: str, text: str, start: int | None, end: int | None) -> Answer:
        """Lines `start` to `end` of the file, as many of them as one answer holds."""
        lines = self.lines(text)
        first = start or 1
        last = min(end or len(lines), len(lines))
        if first > len(lines):
            return Answer(f"{printable_path(path)} has {_count(len(lines), 'line')}")
        if first > last:
            return Answer(f"end must not be smaller than start ({first})")
        kept, cut = _bounded(lines[first - 1 : last])
        upto = first + len(kept) - 1
        whole = first == 1 and upto == len(lines) and not cut
        title = printable_path(path) if whole else f"{printable_path(path)}, lines {first} to {upto} of {len(lines)}"
        notes = [f"Lines {upto + 1} to {last} are left out; ask for them with start and end."] if upto < last else []
        notes += _cut_note(cut)
        body = "\n".join([numbered(title, first, kept, self.marker), *notes])
        # An empty last line ends the file; a text without it is the same to whoever looks for a quote.
        return Answer(body, path, "\n".join(lines) if whole else (Excerpt(first, kept),))

    def folder(self, place: str, paths: Iterable[str]) -> Answer:
        """What lies directly in the folder `place`."""
        inside = (path[len(place) :] for path in paths if path.startswith(place))
        entries = sorted({name if not rest else f"{name}/" for name, _, rest in (one.partition("/") for one in inside)})
        title = f"## {printable_path(place) or 'top level'}: {_count(len(entries), 'entry', 'entries')}"
        shown = "\n".join(printable_path(one) for one in entries[:ENTRIES])
        left = len(entries) - ENTRIES
        more = f"\n{_count(left, 'entry is', 'entries are')} left out; list a folder below." if left > 0 else ""
        return Answer(f"{title}\n{framed(shown, self.marker)}{more}")

    def results(self, hits: Sequence[tuple[str, int]], texts: dict[str, str], notes: Sequence[str]) -> Answer:
        """The lines found, file by file; `hits` are numbers of lines that `texts` have."""
        parts: list[str] = []
        found: list[tuple[str, tuple[Excerpt, ...]]] = []
        room = ANSWER
        count = cut = 0
        for path, group in groupby(hits, key=lambda one: one[0]):
            lines = self.lines(texts[path])
            whole = [(number, lines[number - 1]) for _, number in group]
            rows = [(number, line[:LINE]) for number, line in whole]
            size = sum(len(line) + 9 for _, line in rows) + len(path)
            if size > room:
                notes = (*notes, f"Results from {printable_path(path)} on are left out: too long.")
                break
            room -= size
            count += len(rows)
            cut += sum(len(line) > LINE for _, line in whole)
            body = "\n".join(f"{number:>5} | {line}" for number, line in rows)
            parts.append(f"## {printable_path(path)}\n{framed(body, self.marker)}")
            found.append((path, tuple(Excerpt(number, (line,)) for number, line in rows)))
        notes = (*notes, *_cut_note(cut))
        head = f"{_count(count, 'result')} in {_count(len(found), 'file')}."
        return Answer("\n".join([head, *parts, *notes]), more=tuple(found))

    def foreign(self, text: str) -> Answer:
        """What another server said; it is no part of the tree, so it proves nothing by itself."""
        shown = redact(text)[0] if self.masked else text
        left = len(shown) - ANSWER
        more = f"\n{left} characters are left out." if left > 0 else ""
        return Answer(f"{framed(shown[:ANSWER], self.marker)}{more}")


def _bounded(lines: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """As many of `lines` as fit, and how many of them were cut."""
    kept: list[str] = []
    room = ANSWER
    cut = 0
    for line in lines:
        room -= min(len(line), LINE) + 9
        if room < 0:
            break
        kept.append(line[:LINE])
        cut += len(line) > LINE
    return tuple(kept), cut


def _cut_note(cut: int) -> tuple[str, ...]:
    return (f"{_count(cut, 'line')} longer than {LINE} characters cut.",) if cut else ()


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or f'{one}s'}"
