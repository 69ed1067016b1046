"""THE RUN: scope -> checks -> lenses -> dispatch -> findings -> report. One change in, one report out."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from functools import partial

from orchestrator.checks.prepass import PrePass
from orchestrator.dispatch.panel import dispatch
from orchestrator.dispatch.preview import Planned, plan
from orchestrator.dispatch.progress import Progress
from orchestrator.errors import ungrouped
from orchestrator.gate.decide import DOC_ONLY, FORCED, IGNORED, SINGLE_AGENT
from orchestrator.lenses.roster import check_agents
from orchestrator.scope.documentation import is_plain_documentation
from orchestrator.scope.resolve import Resolved, ScopeRequest
from orchestrator.seams import Clock, Process
from orchestrator.values.analysis import GateResult, GateStatus
from orchestrator.values.change import Change, ScopeKind
from orchestrator.values.report import GateState, Report
from orchestrator.wiring.aside import index_aside
from orchestrator.wiring.assemble import Gathered, assemble
from orchestrator.wiring.cache import open_cache
from orchestrator.wiring.checks import (
    GATE_NAMES,
    NO_PREPASS,
    Workbench,
    open_workbench,
    secrets_of_ignored,
    skipped_gates,
)
from orchestrator.wiring.convened import Doors, convened
from orchestrator.wiring.evidence import RecordingProgress, open_evidence
from orchestrator.wiring.fixing.begin import Chooser, choose, nobody, take_up
from orchestrator.wiring.fixing.bench import BenchMaker, Hall
from orchestrator.wiring.fixing.recovery import unfinished_notice
from orchestrator.wiring.fixing.run import First, fix_findings
from orchestrator.wiring.fixing.saved import Saved, load
from orchestrator.wiring.fixing.workspace import check_workspace, refuse_unfinished
from orchestrator.wiring.gate import Seal
from orchestrator.wiring.gate_terms import Terms, may_open
from orchestrator.wiring.ignore import ignoring
from orchestrator.wiring.keep import Keeper
from orchestrator.wiring.panel import PanelRequest, choose_panel
from orchestrator.wiring.project import ProjectGates, project_gates
from orchestrator.wiring.project_trust import check_commands
from orchestrator.wiring.session import Session
from orchestrator.wiring.targets import Confirm, TargetRequest, find_targets, nothing_to_review
from orchestrator.wiring.team import TeamMaker
from orchestrator.wiring.tools import tool_scope

_STAGES = frozenset({ScopeKind.AUTO, ScopeKind.STAGED})
"""Scopes that review what is staged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRequest:
    """What a caller asks for. `force_reason` is empty unless gates and narrowing are to be skipped.

    `fixes` says that something is to be fixed whatever is found, `commits` that fixes of a review of commits are
    committed, `resumes` that an interrupted fix loop is taken up,
    `documents` that documentation alone is reviewed too.
    """

    agents: tuple[str, ...] = ()
    background: bool = False
    force_reason: str = ""
    dry_run: bool = False
    fixes: bool = False
    commits: bool = False
    resumes: bool = False
    documents: bool = False

    @property
    def reviews_documentation(self) -> bool:
        """True when a change of documentation alone is reviewed all the same."""
        return self.documents or bool(self.force_reason) or self.background or bool(self.agents)

    @property
    def runs_gates(self) -> bool:
        """True when the preflight gates are not skipped."""
        return not (self.background or self.force_reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """The outside of a run. `max_parallel` is the number of lenses asked at once; `choose` decides what is fixed of a
    report, given a way to show what would be changed."""

    process: Process
    clock: Clock
    progress: Progress
    confirm: Confirm
    make_team: TeamMaker
    keeper: Keeper
    max_parallel: int
    environ: Mapping[str, str]
    choose: Chooser = nobody

    @property
    def doors(self) -> Doors:
        """Those that a panel uses."""
        return Doors(process=self.process, clock=self.clock, environ=self.environ, make_team=self.make_team)


@dataclass(frozen=True, slots=True)
class DocumentationOnly:
    """The change holds documentation and nothing else, so nobody was asked."""

    files: tuple[str, ...]
    gate: GateState


@dataclass(frozen=True, slots=True)
class DryRun:
    """What would be sent to whom. `stopped` says what would end the run before; then nothing is planned."""

    report: Report
    planned: tuple[Planned, ...] = ()
    stopped: str = ""


Ended = Report | DocumentationOnly | DryRun


async def review(targets: TargetRequest, request: ReviewRequest, session: Session, ports: Ports) -> Ended:
    """Runs one review to its end; a dry run ends where somebody would be asked.

    Raises what its stages raise before anybody was asked; from then on every failure is part of the report.
    """
    check_agents(request.agents, session.policy.lenses)
    if request.runs_gates:
        check_commands(session, ports.environ)
    if request.fixes:
        check_workspace(session.git)
    elif targets.scope.kind in _STAGES:
        # It would stage half of the fixes of another run.
        refuse_unfinished(session.git)
    if request.resumes:
        # Whatever speaks against it is known before any check runs.
        load(session.git.top)
    with ungrouped():
        return await _opened(targets, request, session, ports)


async def _opened(targets: TargetRequest, request: ReviewRequest, session: Session, ports: Ports) -> Ended:
    """Scope and tools."""
    async with AsyncExitStack() as opened:
        git = opened.enter_context(index_aside(session.git)) if request.dry_run else session.git
        resolved = find_targets(replace(targets, scope=ignoring(targets.scope, session)), git, ports.confirm)
        if not resolved.change.files:
            raise nothing_to_review(resolved, await _all_ignored(resolved, request, session, ports))
        ports.progress.stage(f"{_count(len(resolved.change.files))} in scope")
        if _is_exempt(resolved.change, session) and not request.reviews_documentation:
            return _documentation(resolved.change, request, session, ports)
        if resolved.restore and not request.dry_run:
            ports.progress.stage(f"staged the changes; the index as it was: {resolved.restore}")

        cache = open_cache(session.settings, session.git, ports.clock.now(), ports.environ)
        unfinished = filter(None, [unfinished_notice(session.git)])
        resolved = replace(resolved, notices=(*resolved.notices, *cache.notices, *unfinished))
        project = project_gates(session, resolved, ports.process)
        scope = tool_scope(project, gates_run=request.runs_gates)
        seconds, own = session.settings.number("checks.tool_timeout"), session.policy.semgrep
        open_bench = partial(
            open_workbench, process=ports.process, seconds=seconds, scope=scope, own=own, answers=cache.store
        )
        bench = await opened.enter_async_context(open_bench(resolved))
        return await _ask(_Run(request, session, ports, bench, project, targets.scope, open_bench))


@dataclass(frozen=True, slots=True)
class _Run:
    """A run whose scope is known and whose tools are ready."""

    request: ReviewRequest
    session: Session
    ports: Ports
    bench: Workbench
    project: ProjectGates
    scope: ScopeRequest
    open_bench: BenchMaker


async def _ask(run: _Run) -> Report | DryRun:
    """Gates, static analysis, the panel."""
    session, ports, request, bench = run.session, run.ports, run.request, run.bench
    wanted = PanelRequest(request.agents, request.background, bool(request.force_reason))
    panel = choose_panel(wanted, session.policy, bench.resolved)
    async with convened(session, ports.doors, bench, panel) as there:
        names = panel.roster.selected
        gathered = Gathered(
            resolved=bench.resolved,
            session=session,
            engine=there.team.engine.info,
            now=ports.clock.now(),
            routes=there.team.elsewhere(names),
        )
        seal = _seal(bench.resolved.change, request, session, ports, there.team.names(names))
        there.look_ahead()
        ports.progress.stage("running the preflight gates")
        gathered = replace(gathered, gates=await _gates(request, bench, run.project, ports.keeper))
        seal.evidence.gates(gathered.gates)
        if any(gate.status is GateStatus.FAIL for gate in gathered.gates):
            report = assemble(replace(gathered, tools=bench.analysis.finished))
            return DryRun(report, stopped=_stopped(gathered.gates)) if request.dry_run else seal.report(report)

        ports.progress.stage("running static analysis")
        prepass = await _prepass(request, session, bench)
        ready = await there.ready(prepass, start=not request.dry_run)
        gathered = replace(
            gathered,
            prepass=prepass,
            tools=ready.tools,
            roster=panel.roster,
            probes=ready.probes,
            payloads=ready.payloads,
        )
        if request.dry_run:
            return DryRun(assemble(gathered), plan(ready.payloads, ready.desk))
        progress = RecordingProgress(ports.progress, seal.evidence, there.team.engine.info.name)
        taken_up = take_up(there, session.git.top, seal.evidence) if request.resumes else None
        outcomes = (
            await dispatch(ready.payloads, ready.desk, max_parallel=ports.max_parallel, progress=progress)
            if taken_up is None
            else taken_up.outcomes
        )
        gathered = replace(gathered, redacted=there.redactions, tools=bench.analysis.finished, outcomes=outcomes)
        gathered = replace(gathered, now=ports.clock.now())
        hall = Hall(
            session=session,
            doors=ports.doors,
            progress=ports.progress,
            max_parallel=ports.max_parallel,
            open_bench=run.open_bench,
            lenses=tuple(lens for lens, _ in panel.seats),
            rules=bench.rules,
            spending=ready.desk.spending,
        )
        first = First(hall=hall, gathered=gathered, report=assemble(gathered), scope=run.scope)
        return await _fixed(run, first, seal, taken_up)


async def _fixed(run: _Run, first: First, seal: Seal, taken_up: Saved | None) -> Report:
    """What was chosen is fixed, and the last report is the one that counts."""
    ports, request = run.ports, run.request
    fixing = choose(first, ports.choose, taken_up, commits=request.commits)
    if not fixing.choice.findings:
        return seal.report(first.report)
    if taken_up is None:
        # What was found stays known, however the fixing ends.
        seal.superseded(first.report)
    ended = await fix_findings(first, fixing, ports.keeper)
    if ended.looked is None:
        return seal.report(ended.report)
    last = _seal(ended.report.change, request, run.session, ports, seal.terms.engines)
    if ended.final is not None:
        last = Seal(replace(last.terms, evidence=ended.final))
    return last.report(ended.report, ended.looked)


def _documentation(change: Change, request: ReviewRequest, session: Session, ports: Ports) -> DocumentationOnly:
    if request.dry_run:
        return DocumentationOnly(change.paths, GateState(False, "a dry run writes nothing", "dry-run"))
    return DocumentationOnly(change.paths, _seal(change, request, session, ports).unread())


async def _all_ignored(resolved: Resolved, request: ReviewRequest, session: Session, ports: Ports) -> str:
    """What becomes of the gate where the rules leave nothing to review: secrets are looked for all the same."""
    if request.dry_run or not request.runs_gates:
        return ""
    seal = _seal(resolved.change, request, session, ports)
    secrets = await secrets_of_ignored(resolved)
    seal.evidence.gates((secrets,))
    if secrets.status is not GateStatus.PASS:
        state = seal.stopped()
        return f"; gate {secrets.name}: {secrets.detail}; the gate file was not written ({state.rule})"
    state = seal.unread()
    if state.written:
        return f"; the gate file was written, as the exemption {IGNORED}"
    return f"; the gate file was not written ({state.rule}): {state.reason}"


def _stopped(gates: tuple[GateResult, ...]) -> str:
    return "; ".join(f"gate {gate.name}: {gate.detail}" for gate in gates if gate.status is GateStatus.FAIL)


def _seal(
    change: Change, request: ReviewRequest, session: Session, ports: Ports, engines: tuple[str, ...] = ()
) -> Seal:
    """What will close the run; `engines` is empty where nobody is asked. A dry run leaves no evidence."""
    unread = DOC_ONLY if change.files else IGNORED
    exemptions = {FORCED: bool(request.force_reason), SINGLE_AGENT: bool(request.agents), unread: not engines}
    recorded = may_open(change, background=request.background) and not request.dry_run
    terms = Terms(
        change=change,
        engines=engines,
        session=session,
        background=request.background,
        exemptions=tuple(name for name, used in exemptions.items() if used),
        evidence=open_evidence(session, ports.clock, ports.environ, subject=change.subject if recorded else ""),
    )
    return Seal(terms)


async def _gates(
    request: ReviewRequest, bench: Workbench, project: ProjectGates, keeper: Keeper
) -> tuple[GateResult, ...]:
    if request.background:
        return skipped_gates("a background review runs no gates")
    if request.force_reason:
        if not request.dry_run:
            keeper.audit_override(bench.resolved.change, request.force_reason, GATE_NAMES)
        return skipped_gates(f"forced: {request.force_reason}")
    return await bench.gates(project)


async def _prepass(request: ReviewRequest, session: Session, bench: Workbench) -> PrePass:
    if request.background or not session.settings.flag("checks.static_analysis"):
        return NO_PREPASS
    return await bench.prepass(session.policy.invariants)


def _is_exempt(change: Change, session: Session) -> bool:
    """True for documentation alone, unless the project wants that reviewed too. Ignored files are no documentation."""
    if change.ignored or DOC_ONLY not in session.gate.names("gate.exemptions"):
        return False
    sides = ((file, mode) for file in change.files for mode in (file.old_mode, file.new_mode))
    return is_plain_documentation(
        (path, mode) for file, mode in sides for path in (file.path, file.old_path or file.path)
    )


def _count(files: int) -> str:
    return f"{files} file" if files == 1 else f"{files} files"
