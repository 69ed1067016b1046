"""The verdict: what the lenses said, unless somebody or something did not get to speak; then there is none."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from orchestrator.errors import ExitCode
from orchestrator.findings.health import lens_statuses
from orchestrator.values.analysis import GateResult, GateStatus
from orchestrator.values.outcome import Completed, Failed, LensStatus, Outcome, Skipped
from orchestrator.values.report import Verdict
from orchestrator.values.text import printable_path

FILES_SHOWN = 3
FAIL_LEVELS: tuple[str, ...] = ("error", "warning", "never")


@dataclass(frozen=True, slots=True)
class VerdictResult:
    """`overall` is pass, warn or fail; `verdict` is the same, or none with the gaps named first in `reasons`."""

    overall: Verdict
    verdict: Verdict
    reasons: tuple[str, ...]


def verdict_of(
    *,
    outcomes: Sequence[Outcome],
    files: int,
    gates: Sequence[GateResult] = (),
    stops: Sequence[str] = (),
    escalated: bool = False,
) -> VerdictResult:
    """Verdict of a run over `files` files with settled `outcomes`.

    `stops` says, a sentence each, why the run ended early (a budget, the time, an interruption) or what could not be
    read at all; a gate may be undecided, too. Any gap means no verdict, and then `overall` is fail; a gap wins over every finding.
    """
    failed_gates = tuple(f"gate {gate.name} failed: {gate.detail}" for gate in gates if gate.status is GateStatus.FAIL)
    undecided = tuple(f"gate {gate.name}: {gate.detail}" for gate in gates if gate.undecided)
    gaps = (*stops, *undecided, *_gaps(outcomes, files, dispatched=not failed_gates))
    if gaps:
        return VerdictResult(Verdict.FAIL, Verdict.NONE, (*gaps, *failed_gates))
    if failed_gates:
        return VerdictResult(Verdict.FAIL, Verdict.FAIL, failed_gates)
    said, reasons = _said(outcomes)
    if escalated:
        return VerdictResult(Verdict.FAIL, Verdict.FAIL, ("the fix loop was escalated to a person", *reasons))
    return VerdictResult(said, said, reasons)


def exit_code_for(overall: Verdict, verdict: Verdict, fail_on: str) -> ExitCode:
    """4 without a verdict, whatever `fail_on` says; it (`error`, `warning` or `never`) only moves the border of 0 and 1.

    Raises ValueError for another level.
    """
    if fail_on not in FAIL_LEVELS:
        raise ValueError(f"{fail_on!r} is none of {', '.join(FAIL_LEVELS)}")
    if verdict is Verdict.NONE:
        return ExitCode.NO_VERDICT
    failing = {"error": {Verdict.FAIL}, "warning": {Verdict.FAIL, Verdict.WARN}, "never": set[Verdict]()}[fail_on]
    return ExitCode.FAIL if failing & {overall, verdict} else ExitCode.OK


def _gaps(outcomes: Sequence[Outcome], files: int, *, dispatched: bool) -> Iterable[str]:
    if not files:
        yield "no file was examined"
    for outcome in outcomes:
        if isinstance(outcome, Failed):
            many = "attempt" if outcome.attempts == 1 else "attempts"
            yield f"{outcome.agent} failed after {outcome.attempts} {many} ({outcome.kind}): {outcome.error}"
    yield from _unread(outcomes)
    if not files or not dispatched or any(isinstance(outcome, Failed) for outcome in outcomes):
        return
    if all(status is LensStatus.SKIP for status in lens_statuses(outcomes).values()):
        yield "no lens reviewed anything: each was left out or skipped"


def _unread(outcomes: Sequence[Outcome]) -> Iterable[str]:
    """One line for each lens and kind of omission that leaves the run incomplete."""
    for outcome in outcomes:
        if isinstance(outcome, Skipped):
            continue
        kinds: dict[str, dict[str, None]] = {}
        for omission in outcome.omissions:
            if omission.kind.incomplete:
                kinds.setdefault(omission.kind.value, {})[printable_path(omission.file)] = None
        for kind, paths in kinds.items():
            more = f" and {len(paths) - FILES_SHOWN} more" if len(paths) > FILES_SHOWN else ""
            yield f"{outcome.agent} could not look at {', '.join(list(paths)[:FILES_SHOWN])}{more} ({kind})"


def _said(outcomes: Sequence[Outcome]) -> tuple[Verdict, tuple[str, ...]]:
    statuses = lens_statuses(outcomes)
    for status, verdict in ((LensStatus.FAIL, Verdict.FAIL), (LensStatus.WARN, Verdict.WARN)):
        if status in statuses.values():
            return verdict, tuple(
                f"{outcome.agent} says {status}: {outcome.result.summary or 'see its findings'}"
                for outcome in outcomes
                if isinstance(outcome, Completed) and outcome.result.status is status
            )
    return Verdict.PASS, ()
