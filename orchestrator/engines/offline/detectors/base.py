"""What a detector sees and what it says."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import MappingProxyType

from orchestrator.checks.changed_lines import ChangedLines
from orchestrator.seams import SourceTree
from orchestrator.values.change import ChangedFile, DiffLine, LineKind
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import decode_text
from orchestrator.values.turn import Payload

LONGEST_LINE = 2000
"""Lines beyond this are generated or minified; patterns are not tried on them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """One defect. `quote` is the text that proves it, by default the source line at `line`."""

    file: str
    line: int
    severity: Severity
    confidence: Confidence
    category: str
    message: str
    fix: str
    end_line: int | None = None
    quote: str = ""


class View:
    """A payload with the new and the old side of its files. Nothing is read before a detector asks for it."""

    def __init__(self, payload: Payload, tree: SourceTree, base_tree: SourceTree | None) -> None:
        self.files = payload.files
        self.changed = ChangedLines(payload.files, has_diff=payload.has_diff)
        self._contents = payload.contents
        self._tree = tree
        self._base = base_tree
        self._texts: dict[str, str | None] = {}
        self._by_path = MappingProxyType({file.path: file for file in payload.files})

    @property
    def has_diff(self) -> bool:
        """False when whole files are reviewed and there is no old side."""
        return self.changed.has_diff

    def paths(self) -> tuple[str, ...]:
        """Every path of the reviewed tree, sorted."""
        return self._tree.paths()

    def text(self, path: str) -> str:
        """New side of any file of the tree; empty for a file that is not there or is no text."""
        if path not in self._texts:
            self._texts[path] = self._contents[path] if path in self._contents else _read(self._tree, path)
        return self._texts[path] or ""

    def old_text(self, path: str) -> str:
        """Old side of a file of the change; empty for an added one, and without a base to read from."""
        file = self._by_path.get(path)
        if self._base is None or file is None:
            return ""
        return _read(self._base, file.old_path or path) or ""

    def lines(self, path: str) -> tuple[str, ...]:
        """New side by line; line n is at n - 1."""
        return tuple(self.text(path).split("\n"))

    def reviewed(self, path: str) -> Iterator[tuple[int, str]]:
        """Numbered lines this review answers for: the added ones, or all where whole files are reviewed."""
        for number, line in enumerate(self.text(path).split("\n"), 1):
            if len(line) <= LONGEST_LINE and self.changed.touches(path, number):
                yield number, line

    def first_touched(self, path: str, start: int, end: int) -> int | None:
        """First line between `start` and `end` that this review answers for."""
        return next((number for number in range(start, end + 1) if self.changed.touches(path, number)), None)

    def removed(self, path: str) -> Iterator[tuple[int, DiffLine]]:
        """Removed lines of a file, each with the new-side line it would stand before."""
        file = self._by_path.get(path)
        for hunk in file.hunks if file else ():
            position = max(1, hunk.new_start)
            for line in hunk.lines:
                if line.kind is LineKind.REMOVED:
                    yield position, line
                elif line.new is not None:
                    position = line.new + 1


Find = Callable[[View, tuple[ChangedFile, ...]], Iterable[Spot]]


@dataclass(frozen=True, slots=True)
class Detector:
    """One check of one lens. `find` gets the files of the payload whose path `reads` accepts, deleted ones included."""

    name: str
    lens: str
    reads: Callable[[str], bool]
    find: Find


def _read(tree: SourceTree, path: str) -> str | None:
    data = tree.read(path)
    return None if data is None else decode_text(data)
