"""Preflight gates: cheap checks that stop a review before any reviewer is asked."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from orchestrator.checks.changed_lines import ChangedLines
from orchestrator.checks.ignored_files import IgnoredBatch
from orchestrator.checks.project_model import Gate
from orchestrator.checks.secret_library import SecretFormat, load_formats
from orchestrator.checks.secret_scan import SecretScan, SecretScanner
from orchestrator.checks.shared import SharedAnalysis
from orchestrator.scope.among_tests import lies_among_tests
from orchestrator.seams import SourceTree
from orchestrator.values.analysis import GateResult, GateStatus, ToolFinding, ToolStatus
from orchestrator.values.change import ChangedFile
from orchestrator.values.text import printable_path

SECRETS = "secrets"
SEMGREP = "semgrep"
_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRequest:
    """What the gates look at. `ignored` are files of the change that nobody but the secret gate reads, in batches.

    `patterns` come from `secret_patterns.hardcoded_key_patterns`, `formats` loads those of the library when needed.
    """

    files: tuple[ChangedFile, ...]
    has_diff: bool
    tree: SourceTree
    patterns: tuple[re.Pattern[str], ...]
    analysis: SharedAnalysis
    formats: Callable[[], tuple[SecretFormat, ...]] = load_formats
    ignored: Iterable[IgnoredBatch] = ()

    @property
    def changed(self) -> ChangedLines:
        """The lines this review answers for."""
        return ChangedLines(self.files, has_diff=self.has_diff)


async def run_gates(
    request: GateRequest, *, first: Sequence[Gate] = (), last: Sequence[Gate] = ()
) -> tuple[GateResult, ...]:
    """Runs `first`, the gates of ours and `last` in sequence, up to the first that fails; none after it is among the results."""
    results: list[GateResult] = []
    ours: tuple[Gate, ...] = tuple(partial(gate, request) for gate in GATES)
    for gate in (*first, *ours, *last):
        results.append(await gate())
        if results[-1].status is GateStatus.FAIL:
            break
    return tuple(results)


async def secrets_gate(request: GateRequest) -> GateResult:
    """Fails for a hard-coded secret on an added line (anywhere in the file in a scope of whole files).

    The reason names place and kind, never the value. When the library broke and our own expressions found nothing,
    nobody knows: the gate warns and the run ends without a verdict.
    """
    scanner = SecretScanner(request.patterns, request.formats)
    scan = scanner.scan(request.files, request.tree, request.changed)
    for batch in request.ignored:
        scan.add(scanner.scan(batch.files, batch.tree, ChangedLines(batch.files, has_diff=True)))
    return _judged(scan)


def _judged(scan: SecretScan) -> GateResult:
    besides = "".join(f"; {part}" for part in _besides(scan))
    if scan.places:
        broken = f"; the rest not checked: {scan.broken}" if scan.broken else ""
        found = f"{_count(len(scan.places), 'hard-coded secret')}: {_listed(scan.places)}"
        return GateResult(SECRETS, GateStatus.FAIL, found + besides + broken)
    if scan.broken:
        return GateResult(SECRETS, GateStatus.WARN, f"not checked: {scan.broken}", undecided=True)
    return GateResult(SECRETS, GateStatus.PASS, f"no hard-coded secret in {_count(scan.read, 'file')}{besides}")


async def semgrep_gate(request: GateRequest) -> GateResult:
    """Fails for a result of a gate rule on a changed line. A comment of this very change silences nothing.

    Without semgrep the gate is skipped. When semgrep broke, nobody knows: that says nothing against the change, so the
    gate only warns, and the run that sees a broken tool ends without a verdict.
    """
    run = await request.analysis.run("semgrep")
    if run.status is ToolStatus.ABSENT:
        hint = f"; {run.hint}" if run.hint else ""
        return GateResult(SEMGREP, GateStatus.SKIPPED, f"{run.detail}{hint}")
    if run.status in {ToolStatus.CRASHED, ToolStatus.TIMEOUT}:
        return GateResult(SEMGREP, GateStatus.WARN, f"not checked: {run.detail}")
    changed = request.changed
    found = [place for finding in run.findings if (place := _violation(finding, changed))]
    if found:
        return GateResult(SEMGREP, GateStatus.FAIL, f"{_count(len(found), 'blocking result')}: {_listed(found)}")
    partial = f"; {_count(len(run.partial), 'file')} read in part or not at all" if run.partial else ""
    return GateResult(SEMGREP, GateStatus.PASS, f"no blocking result in {_count(len(run.scanned), 'file')}{partial}")


GATES: tuple[Callable[[GateRequest], Awaitable[GateResult]], ...] = (secrets_gate, semgrep_gate)


def _besides(scan: SecretScan) -> Iterator[str]:
    if scan.allowed:
        yield f"{scan.allowed} allowed by a comment that stood there before"
    reasons = tuple(scan.unread.values())
    for reason in dict.fromkeys(reasons):
        yield f"{_count(reasons.count(reason), f'{reason} file')} not looked into"


def _violation(finding: ToolFinding, changed: ChangedLines) -> str:
    if finding.metadata.get("gate") != "true" or changed.silenced(finding):
        return ""
    if finding.metadata.get("lens") and lies_among_tests(finding.file):
        return ""  # a rule of ours: what would be a danger in production is often what a test is about
    line = changed.locate(finding.file, finding.line, finding.end_line)
    return f"{printable_path(finding.file)}:{line} ({finding.rule})" if line is not None else ""


def _listed(places: Sequence[str]) -> str:
    more = f" and {len(places) - _NAMED} more" if len(places) > _NAMED else ""
    return ", ".join(places[:_NAMED]) + more


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
