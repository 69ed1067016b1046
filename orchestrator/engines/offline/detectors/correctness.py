"""Conflicts left unresolved, and failures that are no longer handled."""

import re
from collections.abc import Iterator

from orchestrator.checks.conflict_markers import conflict_marker_lines
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.values.change import ChangedFile, DiffLine, Hunk, LineKind
from orchestrator.values.finding import Confidence, Severity

_HANDLER = re.compile(
    r"^\s*except\b(?!\s*\*?\s*:?\s*$)|^\s*except\s*:|\bcatch\s*(?:\(|\{)|\.catch\s*\(|(?:\bif|;)\s+err\s*!=\s*nil\b|\brescue\b\s+[A-Z]"
)

_GO_HANDLER = re.compile(r"(?:\bif|;)\s+err\s*!=\s*nil\b")
_GO_CALL = re.compile(r"(?:if\s+)?(?:[\w, ]+,\s*)?err\s*:?=\s*(?P<call>[\w.]+\([^;{]*\))")
_GO_IGNORED = re.compile(r"(?:(?:[\w, ]+,\s*)?_\s*:?=\s*)?(?P<call>[\w.]+\([^;{]*\))$")


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
    moved = frozenset(_added_handlers(view))
    for file in files if view.has_diff else ():
        for hunk in file.hunks if not file.deleted else ():
            lost = _lost(hunk)
            if lost is not None and lost[1].text.strip() not in moved:
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


def _added_handlers(view: View) -> Iterator[str]:
    """Handlers that the change writes somewhere: one that only moved is not lost. The usual two words in Go say nothing about which it is."""
    for file in view.files:
        for hunk in file.hunks:
            for line in hunk.lines:
                if line.kind is LineKind.ADDED and _HANDLER.search(line.text) and not _GO_HANDLER.search(line.text):
                    yield line.text.strip()


def _lost(hunk: Hunk) -> tuple[int, DiffLine] | None:
    """A removed handler with no added one in its hunk, where the code around it stays or is written again."""
    handlers = [line for line in hunk.lines if line.kind is not LineKind.CONTEXT and _HANDLER.search(line.text)]
    if not handlers or any(line.kind is LineKind.ADDED for line in handlers) or not _keeps_code(hunk, handlers[0]):
        return None
    staying = {_bare(line.text) for line in hunk.lines if line.kind is LineKind.CONTEXT and _HANDLER.search(line.text)}
    if _bare(handlers[0].text) in staying and not _GO_HANDLER.search(handlers[0].text):
        return None  # two ways became one, and that one is still guarded
    position = max(1, hunk.new_start)
    for line in hunk.lines:
        if line is handlers[0]:
            return position, line
        position = position if line.new is None else line.new + 1
    return None


def _bare(text: str) -> str:
    """A handler without its depth and without what is noted behind it."""
    return text.partition("#")[0].strip()


def _keeps_code(hunk: Hunk, handler: DiffLine) -> bool:
    """True when the guarded code is still there: the same line at another depth, or the same call without its handler."""
    removed = [line.text.strip() for line in hunk.lines if line.kind is LineKind.REMOVED]
    added = {line.text.strip() for line in hunk.lines if line.kind is LineKind.ADDED}
    guarded = _guarded(hunk, handler) or removed
    if added & {text for text in guarded if len(text) > 5}:
        return True
    return _ignores_go_error(removed, added) or _drops_catch(hunk, removed, added)


def _guarded(hunk: Hunk, handler: DiffLine) -> list[str]:
    """Removed lines between the `try` and its handler; none where the `try` is not to be seen."""
    found: list[str] = []
    for line in reversed(hunk.lines[: hunk.lines.index(handler)]):
        text = line.text.strip()
        if text.startswith("try"):
            return found
        if line.kind is LineKind.REMOVED:
            found.append(text)
    return []


def _ignores_go_error(removed: list[str], added: set[str]) -> bool:
    """`data, err := load()` became `data, _ := load()`, or the assignment of the error alone became a bare call."""
    calls = {found["call"] for text in removed if (found := _GO_CALL.match(text))}
    return bool(calls) and any((found := _GO_IGNORED.match(text)) and found["call"] in calls for text in added)


def _drops_catch(hunk: Hunk, removed: list[str], added: set[str]) -> bool:
    """A chain that lost its `.catch(...)`, on one line or as the line below one that stays."""
    for text in removed:
        before, found, _ = text.partition(".catch(")
        if found and before and any(line.rstrip(";") == before for line in added):
            return True
    lines = list(hunk.lines)
    return any(
        line.kind is LineKind.REMOVED
        and line.text.strip().startswith(".catch(")
        and at
        and lines[at - 1].kind is LineKind.CONTEXT
        for at, line in enumerate(lines)
    )
