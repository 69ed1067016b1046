"""What the shared tools found, as spots of one lens."""

from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.checks.rules import RulePack
from orchestrator.engines.offline.detectors.base import LONGEST_LINE, Spot, View
from orchestrator.values.analysis import ToolFinding, ToolRun
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_PYTHON = (".py", ".pyi")
SYNTAX = "syntax-error"


@dataclass(frozen=True, slots=True)
class ToolSpots:
    """Spots of one lens, and how many results a comment in the code keeps silent."""

    spots: tuple[Spot, ...]
    silenced: int


def tools_for(rules: RulePack, lens: str, paths: tuple[str, ...]) -> tuple[str, ...]:
    """The tools that have a rule of `lens` for at least one of `paths`."""
    semgrep = bool(rules.semgrep_for(paths, lens))
    ruff = rules.has_ruff(lens) and any(path.endswith(_PYTHON) for path in paths)
    return tuple(name for name, needed in (("semgrep", semgrep), ("ruff", ruff)) if needed)


def read_by_rules(rules: RulePack, lens: str, path: str) -> bool:
    """True when a rule of `lens` reads `path`."""
    return bool(tools_for(rules, lens, (path,)))


def spots_of(runs: tuple[ToolRun, ...], lens: str, view: View) -> ToolSpots:
    """Results of `lens` on lines this review answers for. A comment silences one, unless this change added the comment."""
    spots: list[Spot] = []
    silenced = 0
    by_path = {file.path: file for file in view.files}
    for finding in _of_lens(runs, lens):
        file = by_path.get(finding.file)
        line = _place(finding, file, view) if file else None
        if line is None:
            continue
        if view.changed.silenced(finding):
            silenced += 1
            continue
        spots.append(_spot(finding, line, minified=_is_minified(view, finding)))
    return ToolSpots(tuple(spots), silenced)


def _of_lens(runs: tuple[ToolRun, ...], lens: str) -> Iterator[ToolFinding]:
    return (finding for run in runs for finding in run.findings if finding.metadata.get("lens") == lens)


def _place(finding: ToolFinding, file: ChangedFile, view: View) -> int | None:
    if finding.metadata.get("category") == SYNTAX:
        return _syntax_place(finding, file, view)
    return view.changed.locate(finding.file, finding.line, finding.end_line)


def _syntax_place(finding: ToolFinding, file: ChangedFile, view: View) -> int | None:
    """A parser notices a mistake where it cannot go on, often after the line that made it: look back in the hunk."""
    if view.changed.touches(finding.file, finding.line):
        return finding.line
    for hunk in file.hunks:
        last = hunk.new_start + hunk.new_count
        if hunk.new_start <= finding.line <= last + 1:
            added = [number for number in range(hunk.new_start, last) if view.changed.touches(finding.file, number)]
            return max((number for number in added if number <= finding.line), default=None)
    return None


def _is_minified(view: View, finding: ToolFinding) -> bool:
    lines = view.lines(finding.file)
    return finding.line <= len(lines) and len(lines[finding.line - 1]) > LONGEST_LINE


def _spot(finding: ToolFinding, line: int, *, minified: bool) -> Spot:
    """A spot of the tool's result; on a minified line nobody can see what it proves, so there it never stops a merge."""
    severity = Severity(finding.severity)
    moved = line != finding.line
    end = finding.end_line if finding.end_line and finding.end_line > line and not moved else None
    return Spot(
        file=finding.file,
        line=line,
        end_line=end,
        severity=Severity.WARNING if minified and severity is Severity.ERROR else severity,
        confidence=Confidence(finding.metadata.get("confidence", "medium")),
        category=finding.metadata.get("category", finding.rule),
        message=finding.message,
        fix=finding.fix,
    )
