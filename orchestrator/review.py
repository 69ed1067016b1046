"""THE RUN: scope -> checks -> lenses -> dispatch -> findings -> report. One change in, one report out."""

from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from functools import partial

from orchestrator.checks.prepass import PrePass
from orchestrator.dispatch.panel import dispatch
from orchestrator.dispatch.preview import plan
from orchestrator.errors import ungrouped
from orchestrator.lenses.roster import check_agents
from orchestrator.scope.resolve import ScopeRequest
from orchestrator.values.analysis import GateResult, GateStatus
from orchestrator.values.change import ScopeKind
from orchestrator.values.report import Report
from orchestrator.wiring.aside import index_aside
from orchestrator.wiring.assemble import Gathered, assemble
from orchestrator.wiring.cache import open_cache
from orchestrator.wiring.checks import (
    GATE_NAMES,
    NO_PREPASS,
    Workbench,
    open_workbench,
    skipped_gates,
)
from orchestrator.wiring.convened import convened
from orchestrator.wiring.evidence import RecordingProgress
from orchestrator.wiring.exempt import all_ignored, documentation, is_exempt, seal_of
from orchestrator.wiring.fixing.begin import choose, take_up
from orchestrator.wiring.fixing.bench import BenchMaker, Hall
from orchestrator.wiring.fixing.recovery import unfinished_notice
from orchestrator.wiring.fixing.run import First, fix_findings
from orchestrator.wiring.fixing.saved import Saved, load
from orchestrator.wiring.fixing.workspace import check_workspace, refuse_unfinished
from orchestrator.wiring.gate import Seal
from orchestrator.wiring.ignore import ignoring
from orchestrator.wiring.keep import Keeper
from orchestrator.wiring.panel import PanelRequest, choose_panel
from orchestrator.wiring.project import ProjectGates, project_gates
from orchestrator.wiring.project_trust import check_commands
from orchestrator.wiring.run_request import DryRun, Ended, Ports, ReviewRequest
from orchestrator.wiring.session import Session
from orchestrator.wiring.targets import TargetRequest, find_targets, nothing_to_review
from orchestrator.wiring.tools import tool_scope

_STAGES = frozenset({ScopeKind.AUTO, ScopeKind.STAGED})
"""Scopes that review what is staged."""


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
            raise nothing_to_review(resolved, await all_ignored(resolved, request, session, ports))
        ports.progress.stage(f"{_count(len(resolved.change.files))} in scope")
        if is_exempt(resolved.change, session) and not request.reviews_documentation:
            return documentation(resolved.change, request, session, ports)
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
        seal = seal_of(bench.resolved.change, request, session, ports, there.team.names(names))
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
    ended = await fix_findings(first, replace(fixing, ask_tests=ports.ask_tests), ports.keeper)
    if ended.looked is None:
        return seal.report(ended.report)
    last = seal_of(ended.report.change, request, run.session, ports, seal.terms.engines)
    if ended.final is not None:
        last = Seal(replace(last.terms, evidence=ended.final))
    return last.report(ended.report, ended.looked)


def _stopped(gates: tuple[GateResult, ...]) -> str:
    return "; ".join(f"gate {gate.name}: {gate.detail}" for gate in gates if gate.status is GateStatus.FAIL)


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


def _count(files: int) -> str:
    return f"{files} file" if files == 1 else f"{files} files"
