"""The static-analysis pre-pass: what the tools said, merged, for the report and for the lenses' context."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from orchestrator.checks.changed_lines import ChangedLines
from orchestrator.checks.invariants import InvariantFinding
from orchestrator.values.analysis import ToolFinding, ToolRun
from orchestrator.values.finding import Severity

DEFAULT_CAP = 40
_PRIORITY = (
    *("semgrep", "gitleaks", "trivy", "hadolint", "actionlint", "ruff", "mypy", "oxlint", "eslint", "tsc"),
    *("shellcheck", "invariants"),
)
_ENOUGH_ALIKE = 0.7
_WORDS = re.compile(r"[a-z0-9_]+")


@dataclass(frozen=True, slots=True)
class PrePass:
    """`findings` are merged, those on changed lines first, at most the cap; `left_out` counts what the cap cut off."""

    findings: tuple[ToolFinding, ...]
    left_out: int

    @property
    def total(self) -> int:
        """Merged findings, shown or not."""
        return len(self.findings) + self.left_out


def build_prepass(
    runs: Sequence[ToolRun],
    changed: ChangedLines,
    *,
    invariants: Sequence[InvariantFinding] = (),
    cap: int = DEFAULT_CAP,
) -> PrePass:
    """Merges the findings of all tools and marks each as in the diff or not.

    The same file, line and rule count once; so do two tools that say nearly the same. What a comment silences comes last.
    """
    found = [finding for run in runs for finding in run.findings]
    merged = _merge([*found, *(_as_tool_finding(item) for item in invariants)])
    marked = (replace(finding, in_diff=_in_diff(finding, changed)) for finding in merged)
    ordered = sorted(marked, key=lambda finding: _order(finding, changed))
    return PrePass(tuple(ordered[:cap]), max(0, len(ordered) - cap))


def _merge(findings: Iterable[ToolFinding]) -> list[ToolFinding]:
    by_line: dict[tuple[str, int], list[ToolFinding]] = {}
    for finding in sorted(findings, key=_priority):
        kept = by_line.setdefault((finding.file, finding.line), [])
        if not any(_same(finding, other) for other in kept):
            kept.append(finding)
    return [finding for group in by_line.values() for finding in group]


def _same(one: ToolFinding, other: ToolFinding) -> bool:
    if one.tool == other.tool:
        return one.rule == other.rule
    mine, theirs = set(_WORDS.findall(one.message.lower())), set(_WORDS.findall(other.message.lower()))
    return bool(mine and theirs) and len(mine & theirs) / min(len(mine), len(theirs)) >= _ENOUGH_ALIKE


def _priority(finding: ToolFinding) -> int:
    return _PRIORITY.index(finding.tool) if finding.tool in _PRIORITY else len(_PRIORITY)


def _in_diff(finding: ToolFinding, changed: ChangedLines) -> bool:
    return changed.locate(finding.file, finding.line, finding.end_line) is not None


def _order(finding: ToolFinding, changed: ChangedLines) -> tuple[bool, bool, int, str, int, str]:
    rank = Severity(finding.severity).rank
    return changed.silenced(finding), not finding.in_diff, rank, finding.file, finding.line, finding.rule


def _as_tool_finding(item: InvariantFinding) -> ToolFinding:
    return ToolFinding(
        tool="invariants",
        rule=item.invariant,
        severity=Severity.WARNING.value,
        file=item.file,
        line=1,
        message=item.message,
    )
