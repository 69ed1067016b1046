"""THE OTHER RUN: one reviewer under a mode -> one report. The change is collected, cut to its bounds and reviewed once.

Nothing is staged, no gate is written, and what was recorded by the time a run stops is reported all the same.
"""

from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from functools import partial

from orchestrator.checks.rules import RulePack
from orchestrator.checks.shared import SharedAnalysis
from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.preview import Planned, previewed
from orchestrator.engines.redacting import redactions_of
from orchestrator.recording.loop import Recorder
from orchestrator.recording.prompt import opening
from orchestrator.recording.sitting import Recorded, Sitting
from orchestrator.scope.ignore.visible import visible
from orchestrator.scope.resolve import Resolved
from orchestrator.values.analysis import Probe
from orchestrator.values.mode import Mode, ModeRun
from orchestrator.values.report import GateState, Report, Verdict
from orchestrator.values.roster import Roster
from orchestrator.wiring.aside import index_aside
from orchestrator.wiring.assemble import Gathered, assemble
from orchestrator.wiring.collect import Sources, collect
from orchestrator.wiring.desk import Team, open_desk
from orchestrator.wiring.fixing.recovery import unfinished_notice
from orchestrator.wiring.outside import Outside
from orchestrator.wiring.reading import open_shelf
from orchestrator.wiring.registry import EngineContext
from orchestrator.wiring.run_request import DryRun, Ports
from orchestrator.wiring.session import Session
from orchestrator.wiring.single import lens_for, outcome_of, payload_of, sitting_of

_NEVER = GateState(False, "a run with a mode never writes the gate file; the panel does", "mode")
_INTERRUPTED = "it was interrupted"


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloRequest:
    """What a caller asks for. `notices` are lines about the request that the report repeats."""

    mode: Mode
    sources: Sources
    focus: str = ""
    dry_run: bool = False
    notices: tuple[str, ...] = ()


@dataclass(slots=True)
class Salvage:
    """What is left of a run that was cancelled; None while nothing was recorded."""

    report: Report | None = None


async def review_alone(request: SoloRequest, session: Session, ports: Ports, salvage: Salvage) -> Report | DryRun:
    """Runs one review under a mode; `session` has the presets of the mode in force.

    Raises what its stages raise before anybody is asked; from then on every failure is part of the report. Cancelled,
    it leaves what was recorded in `salvage`.
    """
    async with AsyncExitStack() as opened:
        git = opened.enter_context(index_aside(session.git))
        resolved = collect(request.sources, session, git)
        unfinished = filter(None, [unfinished_notice(session.git)])
        resolved = replace(resolved, notices=(*resolved.notices, *unfinished))
        ports.progress.stage(f"{request.mode.label}: {_count(len(resolved.change.files))} in scope")
        outside = Outside(ports.process, ports.environ, session.git, opened.callback)
        # Tools and rules are the panel's: the one engine that looks at them records nothing.
        seen, before = visible(resolved.tree, resolved.rules), resolved.base_tree
        before = None if before is None else visible(before, resolved.rules)
        context = EngineContext(SharedAnalysis(seen, (), ()), seen, before, RulePack(), outside)
        team = ports.make_team(context)
        shelf = await opened.enter_async_context(
            open_shelf(session, resolved, team, ports.environ, start=not request.dry_run)
        )
        seconds = session.settings.number("timeout_ms") / 1000
        lens = lens_for(request.mode, session.settings)
        desk = open_desk(session, ports.clock, team, (lens,), partial(shelf.library, ports.clock, seconds=seconds))
        payload = payload_of(lens, session, resolved, team.engine.info)
        sitting = sitting_of(request.mode, session.settings, desk, payload, request.focus)
        sitting = replace(sitting, told=lambda row: ports.progress.stage(f"recorded {row}"))
        run = _Run(request, session, ports, resolved, team, sitting, shelf.probes)
        if request.dry_run:
            return DryRun(run.report(), (run.planned(desk),))
        return await _reviewed(run, salvage)


async def _reviewed(run: "_Run", salvage: Salvage) -> Report:
    recorder = Recorder(run.sitting)
    run.ports.progress.stage(f"asking {run.team.engine.info.name}")
    try:
        recorded = await recorder.run()
    except BaseException:
        # Cancelled: nobody waits for the report, but what was recorded by then is paid for.
        recorded = recorder.handed_over(_INTERRUPTED)
        salvage.report = run.report(recorded) if recorded.findings else None
        raise
    report = run.report(recorded)
    if report.verdict is Verdict.NONE and recorded.failure is None:
        found = len(recorded.findings)
        run.ports.progress.stage(f"incomplete, with {found} finding{'' if found == 1 else 's'} recorded")
        return report
    for outcome in report.outcomes:
        run.ports.progress.answered(outcome)
    return report


@dataclass(frozen=True, slots=True)
class _Run:
    """A run whose change is known and whose reviewer is ready."""

    request: SoloRequest
    session: Session
    ports: Ports
    resolved: Resolved
    team: Team
    sitting: Sitting
    probes: tuple[Probe, ...] = field(default=())

    def planned(self, desk: Desk) -> Planned:
        """What would be sent first."""
        reading = desk.library.open(self.sitting.payload) if desk.library else None
        readers = reading.offered if reading else ()
        messages = opening(self.sitting, readers)
        return previewed(self.sitting.payload, desk, messages, readers, effort=self.sitting.effort)

    def report(self, recorded: Recorded | None = None) -> Report:
        """The report of what was `recorded`; before anybody was asked, of what is known."""
        request, engine = self.request, self.team.engine
        gathered = Gathered(
            resolved=self.resolved,
            session=self.session,
            engine=engine.info,
            now=self.ports.clock.now(),
            probes=self.probes,
            roster=Roster((request.mode.id,)),
            payloads=(self.sitting.payload,),
        )
        ran = ModeRun(mode=request.mode, focus=self.sitting.focus, language=self.sitting.language)
        if recorded is not None:
            ran = replace(ran, store=recorded.activity, incomplete=recorded.incomplete, degraded=recorded.degraded)
            stops = (f"the review is incomplete: {recorded.incomplete}",) if recorded.incomplete else ()
            outcomes = (outcome_of(recorded, self.sitting),)
            gathered = replace(
                gathered, outcomes=outcomes, redacted=redactions_of(engine), stops=() if recorded.failure else stops
            )
        report = assemble(replace(gathered, mode=ran))
        return replace(
            report,
            gate=_NEVER,
            summary=recorded.summary if recorded else "",
            notices=(*request.notices, *report.notices),
        )


def _count(files: int) -> str:
    return f"{files} file" if files == 1 else f"{files} files"
