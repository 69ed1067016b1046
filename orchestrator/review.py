"""THE RUN: scope -> checks -> lenses -> dispatch -> findings -> report. One change in, one report out."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace

from orchestrator.checks.prepass import PrePass
from orchestrator.dispatch.panel import dispatch
from orchestrator.dispatch.progress import Progress
from orchestrator.engines.redacting import redactions_of
from orchestrator.gate.decide import DOC_ONLY, FORCED, SINGLE_AGENT
from orchestrator.lenses.roster import check_agents
from orchestrator.scope.documentation import is_documentation_only
from orchestrator.seams import Clock, Process
from orchestrator.values.analysis import GateResult, GateStatus
from orchestrator.values.change import Change
from orchestrator.values.report import GateState, Report
from orchestrator.wiring.ahead import looking_ahead
from orchestrator.wiring.assemble import Gathered, assemble
from orchestrator.wiring.cache import open_cache
from orchestrator.wiring.checks import GATE_NAMES, NO_PREPASS, Workbench, open_workbench, skipped_gates
from orchestrator.wiring.desk import Team, open_desk, payloads_of
from orchestrator.wiring.evidence import RecordingProgress, open_evidence
from orchestrator.wiring.gate import Seal
from orchestrator.wiring.gate_terms import Terms, may_open
from orchestrator.wiring.keep import Keeper
from orchestrator.wiring.material import gather_material
from orchestrator.wiring.outside import Outside
from orchestrator.wiring.panel import PanelRequest, choose_panel
from orchestrator.wiring.project import ProjectGates, project_gates
from orchestrator.wiring.project_trust import check_commands
from orchestrator.wiring.registry import EngineContext, EngineMaker
from orchestrator.wiring.session import Session
from orchestrator.wiring.targets import Confirm, TargetRequest, find_targets
from orchestrator.wiring.tools import tool_scope


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRequest:
    """What a caller asks for. `force_reason` is empty unless gates and narrowing are to be skipped."""

    agents: tuple[str, ...] = ()
    background: bool = False
    force_reason: str = ""

    @property
    def reviews_documentation(self) -> bool:
        """True when a change of documentation alone is reviewed all the same."""
        return bool(self.force_reason) or self.background or bool(self.agents)

    @property
    def runs_gates(self) -> bool:
        """True when the preflight gates are not skipped."""
        return not (self.background or self.force_reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """The outside of a run. `max_parallel` is the number of lenses asked at once."""

    process: Process
    clock: Clock
    progress: Progress
    confirm: Confirm
    make_engine: EngineMaker
    keeper: Keeper
    max_parallel: int
    environ: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DocumentationOnly:
    """The change holds documentation and nothing else, so nobody was asked."""

    files: tuple[str, ...]
    gate: GateState


async def review(
    targets: TargetRequest, request: ReviewRequest, session: Session, ports: Ports
) -> Report | DocumentationOnly:
    """Runs one review to its end.

    Raises what its stages raise before anybody was asked; from then on every failure is part of the report.
    """
    check_agents(request.agents, session.policy.lenses)
    if request.runs_gates:
        check_commands(session.settings)
    resolved = find_targets(targets, session.git, ports.confirm)
    ports.progress.stage(f"{_count(len(resolved.change.files))} in scope")
    if is_documentation_only(resolved.change.paths) and not request.reviews_documentation:
        return DocumentationOnly(resolved.change.paths, _seal(resolved.change, request, session, ports).documentation())
    if resolved.restore:
        ports.progress.stage(f"staged the changes; the index as it was: {resolved.restore}")

    cache = open_cache(session.settings, session.git, ports.clock.now())
    resolved = replace(resolved, notices=(*resolved.notices, *cache.notices))
    tool_seconds = session.settings.number("checks.tool_timeout")
    project = project_gates(session, resolved, ports.process)
    scope = tool_scope(project, gates_run=request.runs_gates)
    own = session.policy.semgrep
    async with (
        open_workbench(resolved, ports.process, tool_seconds, scope, own, answers=cache.store) as bench,
        AsyncExitStack() as background,
    ):
        outside = Outside(ports.process, ports.environ, session.git, background.callback)
        engine = ports.make_engine(
            EngineContext(bench.analysis, resolved.tree, resolved.base_tree, bench.rules, outside)
        )
        gathered = Gathered(resolved=resolved, session=session, engine=engine.info, now=ports.clock.now())
        seal = _seal(resolved.change, request, session, ports, engine.info.name)
        panel = choose_panel(
            PanelRequest(request.agents, request.background, bool(request.force_reason)), session.policy, resolved
        )
        background.enter_context(looking_ahead(engine, panel, resolved))

        ports.progress.stage("running the preflight gates")
        gathered = replace(gathered, gates=await _gates(request, bench, project, ports.keeper))
        seal.evidence.gates(gathered.gates)
        if any(gate.status is GateStatus.FAIL for gate in gathered.gates):
            return seal.report(assemble(replace(gathered, tools=bench.analysis.finished)))

        ports.progress.stage("running static analysis")
        prepass = await _prepass(request, session, bench)
        material = gather_material(resolved, prepass, bench.analysis.finished, session.policy.context)
        desk = open_desk(session, ports.clock, Team(engine), tuple(lens for lens, _ in panel.seats))
        payloads = payloads_of(panel, material, desk, session.settings)
        progress = RecordingProgress(ports.progress, seal.evidence, engine.info.name)
        outcomes = await dispatch(payloads, desk, max_parallel=ports.max_parallel, progress=progress)
        gathered = replace(gathered, prepass=prepass, tools=bench.analysis.finished, roster=panel.roster)
        gathered = replace(gathered, redacted=redactions_of(engine))
        return seal.report(assemble(replace(gathered, payloads=payloads, outcomes=outcomes)))


def _seal(change: Change, request: ReviewRequest, session: Session, ports: Ports, engine: str = "") -> Seal:
    """What will close the run; `engine` is empty where nobody is asked."""
    exemptions = {FORCED: bool(request.force_reason), SINGLE_AGENT: bool(request.agents), DOC_ONLY: not engine}
    terms = Terms(
        change=change,
        engine=engine,
        session=session,
        background=request.background,
        exemptions=tuple(name for name, used in exemptions.items() if used),
        evidence=open_evidence(
            session,
            ports.clock,
            ports.environ,
            subject=change.subject if may_open(change, background=request.background) else "",
        ),
    )
    return Seal(terms)


async def _gates(
    request: ReviewRequest, bench: Workbench, project: ProjectGates, keeper: Keeper
) -> tuple[GateResult, ...]:
    if request.background:
        return skipped_gates("a background review runs no gates")
    if request.force_reason:
        keeper.audit_override(bench.resolved.change, request.force_reason, GATE_NAMES)
        return skipped_gates(f"forced: {request.force_reason}")
    return await bench.gates(project)


async def _prepass(request: ReviewRequest, session: Session, bench: Workbench) -> PrePass:
    if request.background or not session.settings.flag("checks.static_analysis"):
        return NO_PREPASS
    return await bench.prepass(session.policy.invariants)


def _count(files: int) -> str:
    return f"{files} file" if files == 1 else f"{files} files"
