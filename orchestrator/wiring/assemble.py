"""Stage 5 and the report: from what was gathered to one value that reporters only have to draw."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from orchestrator.checks.prepass import PrePass
from orchestrator.findings.consolidate import top_findings
from orchestrator.findings.health import health_of, lens_statuses, totals_of
from orchestrator.findings.risks import apply_risks
from orchestrator.findings.settle import all_findings, settle
from orchestrator.findings.verdict import verdict_of
from orchestrator.redaction import MASK
from orchestrator.scope.policy_files import is_policy_file
from orchestrator.scope.resolve import Resolved
from orchestrator.values.analysis import GateResult, GateStatus, Probe, ToolRun, ToolStatus
from orchestrator.values.finding import Finding, Severity
from orchestrator.values.fixrun import FixRun
from orchestrator.values.mode import ModeRun
from orchestrator.values.outcome import Outcome, Skipped
from orchestrator.values.report import GateState, Report
from orchestrator.values.roster import Roster
from orchestrator.values.turn import EngineInfo, OmissionKind, Payload, Usage
from orchestrator.wiring.checks import NO_PREPASS
from orchestrator.wiring.registry import DECIDING
from orchestrator.wiring.session import BASE, Session

DIFF_ONLY, FULL_FILE, MIXED = "diff-only", "full-file", "mixed"
NOBODY = Roster(())
UNDECIDED = GateState(False, "the gate has not been asked yet", "undecided")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """What a run has found out so far; complete or not, it makes a report.

    `redacted` counts the secret values that were taken out of what left the machine; `stops` are reasons for which the
    run is not whole, beyond those that follow from the rest. `mode` is the mode that ran, None for the panel; `fixes` is what
    a fix loop did.
    """

    resolved: Resolved
    session: Session
    engine: EngineInfo
    now: datetime
    routes: Mapping[str, EngineInfo] = field(default_factory=lambda: MappingProxyType({}))
    gates: tuple[GateResult, ...] = ()
    prepass: PrePass = NO_PREPASS
    tools: tuple[ToolRun, ...] = ()
    probes: tuple[Probe, ...] = ()
    roster: Roster = NOBODY
    payloads: tuple[Payload, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    redacted: int = 0
    stops: tuple[str, ...] = ()
    mode: ModeRun | None = None
    fixes: FixRun | None = None


def assemble(gathered: Gathered) -> Report:
    """Accepted risks applied, statuses and verdict recomputed from what counts, everything else carried over."""
    session, change = gathered.session, gathered.resolved.change
    applied = apply_risks(all_findings(gathered.outcomes), session.policy.risks, gathered.now.date())
    outcomes = settle(gathered.outcomes, applied.findings)
    escalated = gathered.fixes is not None and gathered.fixes.escalated
    result = verdict_of(
        outcomes=outcomes,
        files=len(change.files),
        gates=gathered.gates,
        stops=tuple(_stops(gathered)),
        escalated=escalated,
    )
    return Report(
        timestamp=gathered.now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        change=change,
        trust=session.trust,
        engine=gathered.engine,
        routes=gathered.routes,
        roster=gathered.roster,
        gates=gathered.gates,
        tools=gathered.tools,
        probes=gathered.probes,
        static_count=gathered.prepass.total,
        static_left_out=gathered.prepass.left_out,
        outcomes=outcomes,
        findings=applied.findings,
        top=top_findings(applied.findings),
        totals=totals_of(applied.findings),
        health=health_of(lens_statuses(outcomes)),
        overall=result.overall,
        verdict=result.verdict,
        verdict_reasons=tuple(_reasons(gathered, result.reasons)),
        audit=applied.audit,
        risks=applied.risks,
        notices=(*_notices(gathered), *(() if gathered.mode else _withheld(applied.findings)), *applied.notices),
        context_strategy=_strategy(gathered.payloads),
        gate=UNDECIDED,
        mode=gathered.mode,
        fixes=gathered.fixes,
        escalated=escalated,
        redactions=gathered.redacted + _redactions(applied.findings),
        usage=sum((outcome.usage for outcome in outcomes if not isinstance(outcome, Skipped)), Usage()),
    )


def _reasons(gathered: Gathered, reasons: tuple[str, ...]) -> Iterator[str]:
    """Under a mode there is one reviewer, and what it says is told as such and not as a reason among others."""
    own = f"{gathered.mode.mode.id} says " if gathered.mode else ""
    yield from (reason for reason in reasons if not own or not reason.startswith(own))


def _redactions(findings: tuple[Finding, ...]) -> int:
    """Secret values that reviewers quoted and that were taken out before anything was kept."""
    return sum(text.count(MASK) for one in findings for text in (one.evidence, one.message, one.suggested_fix))


def _withheld(findings: tuple[Finding, ...]) -> Iterator[str]:
    """A reader of the verdict must know that somebody said more than what counts."""
    errors = sum(bool(one.withheld_because) and one.severity is Severity.ERROR for one in findings)
    count = sum(bool(one.withheld_because) for one in findings)
    if count:
        among = f", {errors} of them called errors" if errors else ""
        yield f"withheld: {count}{among}; their quotes or places could not be confirmed, see the list"


def _stops(gathered: Gathered) -> Iterator[str]:
    """Reasons for which nobody can give a verdict, beyond what the outcomes say themselves."""
    yield from gathered.stops
    for run in gathered.tools:
        if _broke(run) and run.tool in DECIDING:
            yield run.detail
    for left in gathered.resolved.change.left_out:
        if left.kind in {OmissionKind.UNREAD, OmissionKind.BUDGET}:
            yield f"{left.path}: {left.reason}"


def _notices(gathered: Gathered) -> Iterator[str]:
    yield from gathered.resolved.notices
    yield from gathered.session.policy.notices
    touched = [path for path in gathered.resolved.change.paths if is_policy_file(path)]
    if touched and gathered.resolved.change.kind.has_diff:
        used = "the version at its base was used" if gathered.session.trust == BASE else "the edited version was used"
        yield f"this change edits the policy of its own review ({', '.join(touched)}); {used}"
    for gate in gathered.gates:
        if gate.status is GateStatus.WARN:
            yield f"gate {gate.name}: {gate.detail}"
    for run in gathered.tools:
        if run.status is ToolStatus.OK and run.scanned and run.detail:
            yield f"{run.tool}: {run.detail}"
        elif _broke(run) and run.tool not in DECIDING:
            yield f"{run.detail}; it only adds context, so the verdict stands without it"


def _broke(run: ToolRun) -> bool:
    return run.status in {ToolStatus.CRASHED, ToolStatus.TIMEOUT}


def _strategy(payloads: tuple[Payload, ...]) -> str:
    whole = {bool(payload.contents) or not payload.has_diff for payload in payloads}
    if len(whole) == 2:
        return MIXED
    return FULL_FILE if whole == {True} else DIFF_ONLY
