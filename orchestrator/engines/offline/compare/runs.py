"""Lines that replace lines: the smallest exchanges inside a hunk."""

from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.values.change import DiffLine, Hunk, LineKind


@dataclass(frozen=True, slots=True)
class Exchange:
    """`removed` lines that stood where the `added` ones stand now."""

    removed: tuple[DiffLine, ...]
    added: tuple[DiffLine, ...]

    @property
    def pairs(self) -> tuple[tuple[DiffLine, DiffLine], ...]:
        """Old and new line, where as many came as went."""
        same = len(self.removed) == len(self.added)
        return tuple(zip(self.removed, self.added, strict=True)) if same else ()


def exchanges(hunk: Hunk) -> Iterator[Exchange]:
    """Every run of changed lines of `hunk`, between unchanged ones."""
    removed: list[DiffLine] = []
    added: list[DiffLine] = []
    for line in (*hunk.lines, DiffLine(LineKind.CONTEXT, "", None, None)):
        if line.kind is LineKind.REMOVED:
            removed.append(line)
        elif line.kind is LineKind.ADDED:
            added.append(line)
        elif removed or added:
            yield Exchange(tuple(removed), tuple(added))
            removed, added = [], []
