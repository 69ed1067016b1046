"""Which lines a change touched, asked by gates, pre-pass and rule-based lenses alike."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from orchestrator.values.analysis import ToolFinding
from orchestrator.values.change import ChangedFile, LineKind

SUPPRESSED_AT = "suppressed_at"
"""Metadata key of a ToolFinding: line of the comment that asks the tool to be silent."""

AddedLines = dict[int, tuple[ChangedFile, frozenset[int]]]
"""Added lines by the identity of a file, which is kept with them so that the identity stays its own."""

_LONG_MATCH = 10


class ChangedLines:
    """Added lines per file. In a scope of whole files (`has_diff` False) every line of a file in scope is touched.

    `known` holds what was worked out before and takes what is worked out now, for those who ask about the same files.
    """

    def __init__(self, files: Iterable[ChangedFile], *, has_diff: bool, known: AddedLines | None = None) -> None:
        self._has_diff = has_diff
        known = {} if known is None else known
        self._added: Mapping[str, frozenset[int]] = MappingProxyType({file.path: _once(file, known) for file in files})

    @property
    def has_diff(self) -> bool:
        """True when the scope compares two trees."""
        return self._has_diff

    def added(self, path: str) -> frozenset[int]:
        """New-side numbers of the lines the change added to `path`; empty without a diff."""
        return self._added.get(path, frozenset())

    def touches(self, path: str, line: int) -> bool:
        """True when a finding on `line` belongs to this review."""
        if path not in self._added:
            return False
        return line in self._added[path] if self._has_diff else True

    def locate(self, path: str, line: int, end: int | None = None) -> int | None:
        """The line at which a match of `line` to `end` belongs to this review, or None when it does not.

        A short match counts when any of its lines was added, and is then reported there. A long one, such as a whole
        function, counts only when its first line was: touching something inside does not make the rest new.
        """
        if self.touches(path, line):
            return line
        if path not in self._added or end is None or end - line >= _LONG_MATCH:
            return None
        return next((number for number in range(line, end + 1) if number in self._added[path]), None)

    def silenced(self, finding: ToolFinding) -> bool:
        """True for a finding that a comment in the code suppresses, unless this very change added the comment."""
        if not finding.suppressed_inline:
            return False
        at = finding.metadata.get(SUPPRESSED_AT, "")
        return not (self._has_diff and at.isdigit() and int(at) in self.added(finding.file))


def _once(file: ChangedFile, known: AddedLines) -> frozenset[int]:
    if id(file) not in known:
        known[id(file)] = (file, _added(file))
    return known[id(file)][1]


def _added(file: ChangedFile) -> frozenset[int]:
    lines = (line for hunk in file.hunks for line in hunk.lines)
    return frozenset(line.new for line in lines if line.kind is LineKind.ADDED and line.new is not None)
