"""Conflicts left unresolved, and failures that are no longer handled."""

import re
from collections.abc import Iterator

from orchestrator.checks.conflict_markers import conflict_marker_lines
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.values.change import ChangedFile, DiffLine, Hunk, LineKind
from orchestrator.values.finding import Confidence, Severity

_HANDLER = re.compile(
    r"^\s*except\b(?!\s*\*?\s*:?\s*$)|^\s*except\s*:|\bcatch\s*(?:\(|\{)|\.catch\s*\(|\bif\s+err\s*!=\s*nil\b|\brescue\b\s+[A-Z]"
)


def find_conflicts(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Merge conflicts that were committed as they stood."""
    for file in files:
        for line in conflict_marker_lines(view.text(file.path)):
            if view.changed.touches(file.path, line):
                yield Spot(
                    file=file.path,
                    line=line,
                    severity=Severity.ERROR,
                    confidence=Confidence.HIGH,
                    category="wrong-value",
                    message="A merge conflict was left unresolved: both versions and the markers between them are now the content.",
                    fix="Keep one version or join the two, and remove the marker lines.",
                )


def find_lost_handlers(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Hunks that take error handling out of code that stays."""
    for file in files if view.has_diff else ():
        for hunk in file.hunks if not file.deleted else ():
            lost = _lost(hunk)
            if lost is not None:
                position, line = lost
                yield Spot(
                    file=file.path,
                    line=position,
                    severity=Severity.WARNING,
                    confidence=Confidence.MEDIUM,
                    category="error-handling",
                    message=f"This change removes error handling (`{line.text.strip()[:80]}`) and keeps the code it guarded: "
                    "the failure now reaches callers that never had to expect it.",
                    fix="Put the handling back, or handle this failure in every caller.",
                    quote=line.text,
                )


def _lost(hunk: Hunk) -> tuple[int, DiffLine] | None:
    """A removed handler with no added one in its hunk, where the code around it stays or is written again."""
    handlers = [line for line in hunk.lines if line.kind is not LineKind.CONTEXT and _HANDLER.search(line.text)]
    if not handlers or any(line.kind is LineKind.ADDED for line in handlers) or not _keeps_code(hunk):
        return None
    position = max(1, hunk.new_start)
    for line in hunk.lines:
        if line is handlers[0]:
            return position, line
        position = position if line.new is None else line.new + 1
    return None


def _keeps_code(hunk: Hunk) -> bool:
    """True when the guarded code is still there: a removed line is added again, only indented otherwise."""
    removed = {line.text.strip() for line in hunk.lines if line.kind is LineKind.REMOVED and len(line.text.strip()) > 5}
    added = {line.text.strip() for line in hunk.lines if line.kind is LineKind.ADDED}
    return bool(removed & added)
