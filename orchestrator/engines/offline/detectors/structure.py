"""Code said twice, and files that keep growing."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_WINDOW = 8
_LONG = 12
_MOST_LINES = 20_000
_LARGE_FILE = 600
_LARGE_GROWTH = 80
_TRIVIAL = re.compile(
    r"[\W_]*(?:import\b.*|from\b.*\bimport\b.*|package\b.*|using\b.*|else|try|finally|return|break|pass|end)?\W*"
    r"|[*@]*[\w.]+\s*(?::[^=()]*)?(?:=[^()]*)?,|[\"'][^\"']*[\"'],?|@.*|(?:async )?def \w+\(|\) ?(?:->.*)?:?"
)
_Place = tuple[str, int]


def find_duplicates(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Blocks of at least eight meaningful lines that this change adds and that stand somewhere else in these files too."""
    lines = {file.path: _meaningful(view, file.path) for file in view.hand_written(files)}
    if sum(len(found) for found in lines.values()) > _MOST_LINES:
        return
    places = _windows(lines)
    for path, found in lines.items():
        index = 0
        while index + _WINDOW <= len(found):
            start = found[index][0]
            new = all(view.changed.touches(path, number) for number, _ in found[index : index + _WINDOW])
            twin = _twin(places[_key(found, index)], path, start, view) if new else None
            if twin is None:
                index += 1
                continue
            length = _extent(found, index, lines[twin[0]], _index_of(lines[twin[0]], twin[1]))
            yield _duplicate(path, start, found[index + length - 1][0], length, twin)
            index += length


def _meaningful(view: View, path: str) -> tuple[tuple[int, str], ...]:
    """Lines of code, white space folded; not prose, imports, or the items of a signature or a list."""
    code = view.code(path)
    numbered = ((number, " ".join(line.split())) for number, line in enumerate(view.lines(path), 1))
    return tuple(
        (number, line) for number, line in numbered if code[number - 1].strip() and not _TRIVIAL.fullmatch(line)
    )


def _key(found: tuple[tuple[int, str], ...], index: int) -> str:
    return "\n".join(line for _, line in found[index : index + _WINDOW])


def _windows(lines: Mapping[str, tuple[tuple[int, str], ...]]) -> Mapping[str, list[_Place]]:
    places: dict[str, list[_Place]] = defaultdict(list)
    for path, found in lines.items():
        for index in range(len(found) - _WINDOW + 1):
            places[_key(found, index)].append((path, found[index][0]))
    return places


def _twin(places: list[_Place], path: str, start: int, view: View) -> _Place | None:
    """The block this one repeats. Of two blocks that are both new, the later one is the copy."""
    for other in places:
        if other == (path, start) or (other[0] == path and abs(other[1] - start) < _WINDOW):
            continue
        if not view.changed.touches(*other) or other < (path, start):
            return other
    return None


def _index_of(found: tuple[tuple[int, str], ...], line: int) -> int:
    return next(index for index, (number, _) in enumerate(found) if number == line)


def _extent(one: tuple[tuple[int, str], ...], at: int, other: tuple[tuple[int, str], ...], there: int) -> int:
    length = 0
    while at + length < len(one) and there + length < len(other) and one[at + length][1] == other[there + length][1]:
        length += 1
    return length


def _duplicate(path: str, start: int, end: int, length: int, twin: _Place) -> Spot:
    where = f"{printable_path(twin[0])}:{twin[1]}"
    return Spot(
        file=path,
        line=start,
        end_line=end,
        severity=Severity.WARNING if length >= _LONG else Severity.SUGGESTION,
        confidence=Confidence.HIGH,
        category="duplicated-logic",
        message=f"These {length} lines repeat {where}: the next repair will reach one copy and miss the other.",
        fix=f"Move the block into one function and call it here and at {where}.",
    )


def _largest_piece(file: ChangedFile) -> int | None:
    """First line of the longest run of added lines."""
    longest = max(file.added_ranges, key=lambda span: span.end - span.start, default=None)
    return None if longest is None else longest.start


def find_growing_files(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Files past the size that anybody reads, to which this change adds a large piece."""
    for file in view.hand_written(files):
        size = len(view.lines(file.path))
        grown = file.added_count - file.removed_count
        line = _largest_piece(file)
        if not view.has_diff or size <= _LARGE_FILE or grown < _LARGE_GROWTH or line is None:
            continue
        yield Spot(
            file=file.path,
            line=line,
            severity=Severity.SUGGESTION,
            confidence=Confidence.MEDIUM,
            category="god-module",
            message=f"The file grows by {grown} to {size} lines: whoever looks for one of its parts has to search them all.",
            fix="Put what this change adds into a module of its own and import it here.",
        )
