"""Fixing what a review found, from its first report to its last: the loop, what becomes of the files, the final report."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial

from orchestrator.errors import CodeReviewError, ConfigurationError
from orchestrator.fixloop.choice import Choice, Extent
from orchestrator.fixloop.ledger import STATE_FILE, resume, run_id
from orchestrator.fixloop.rules import Caps
from orchestrator.report.metrics import Purpose, ReviewRound, RoundOutcome
from orchestrator.scope.request import Resolved, ScopeRequest
from orchestrator.settings.model import COMMAND_LINE, Layer, merge
from orchestrator.system.files import exclude_own_state
from orchestrator.values.change import ScopeKind
from orchestrator.values.correcting import Offers
from orchestrator.values.fixrun import FixEnd, FixRun
from orchestrator.values.outcome import Outcome, Skipped
from orchestrator.values.report import Report
from orchestrator.wiring.assemble import Gathered, assemble
from orchestrator.wiring.evidence import Evidence, open_evidence
from orchestrator.wiring.fixing.bench import Hall
from orchestrator.wiring.fixing.checking import Checker
from orchestrator.wiring.fixing.items import Item
from orchestrator.wiring.fixing.loop import Loop
from orchestrator.wiring.fixing.mending import Mender
from orchestrator.wiring.fixing.placing import Placer
from orchestrator.wiring.fixing.project_tests import COMMAND as TEST_COMMAND
from orchestrator.wiring.fixing.project_tests import ProjectTests, find_tests
from orchestrator.wiring.fixing.revised import Reviser
from orchestrator.wiring.fixing.saved import Saved, drop, positions, save, tree_of
from orchestrator.wiring.fixing.standing import Standing
from orchestrator.wiring.fixing.workspace import Base, Workspace, open_workspace
from orchestrator.wiring.gate_terms import may_open
from orchestrator.wiring.keep import Keeper
from orchestrator.wiring.rounds import open_rounds

_BASES = {ScopeKind.AUTO: Base.INDEX, ScopeKind.STAGED: Base.INDEX, ScopeKind.SINCE: Base.HEAD}
_ENDED_EARLY = "fixing was ended early and its changes are taken back; the same command with --resume-fix goes on"


def no_command(_reason: str) -> str:
    """Names no command: whatever tests there are have been found."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class First:
    """The review that was made: `gathered` holds its outcomes, `report` is what came of it, `scope` what was asked for."""

    hall: Hall
    gathered: Gathered
    report: Report
    scope: ScopeRequest

    @property
    def resolved(self) -> Resolved:
        """What was reviewed."""
        return self.gathered.resolved


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixing:
    """How to fix: what was chosen, whether fixes of commits are committed, and which earlier run this one goes on with.

    `shown` are the proposals that whoever has chosen was shown, None when nobody wanted to see any.
    """

    choice: Choice
    commits: bool = False
    resumed: str = ""
    shown: Offers | None = None
    ask_tests: Callable[[str], str] = no_command


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """The end. `looked` are the outcomes of whoever looked at the final change, None when nothing was changed.

    `final` is the record in which they were noted, None when there is none.
    """

    report: Report
    looked: tuple[Outcome, ...] | None
    final: Evidence | None


async def fix_findings(first: First, fixing: Fixing, keeper: Keeper) -> Fixed:
    """Runs the loop. Whatever ends it early, index and work tree are brought back as they were. One that cannot begin
    ends at once, with the reason in the report.

    Raises what git and the state files raise.
    """
    hall = first.hall
    session, change = hall.session, first.resolved.change
    root = session.git.top
    exclude_own_state(session.git)
    with ExitStack() as opened:
        try:
            store = opened.enter_context(open_rounds(root / STATE_FILE, root=root))
            workspace = opened.enter_context(open_workspace(session.git, _BASES.get(change.kind, Base.NONE)))
        except CodeReviewError as error:
            # The review is made and paid for, so its report is not lost.
            return _untouched(first, fixing, keeper, f"{error.reason}{f'; {error.hint}' if error.hint else ''}")
        now = hall.doors.clock.now()
        ledger, _ = resume(store.read(), 1, run=run_id(change.paths), now=now)
        suite, why = _suite(first, fixing)
        loop = Loop(
            hall=hall,
            workspace=workspace,
            mender=Mender(
                workspace=workspace,
                files=change.files,
                ignored=lambda path: first.resolved.rules.why(path) is not None,
                suite=suite,
                why_no_suite=why,
                caps=Caps.of(session.settings),
            ),
            checker=Checker(hall=hall, git=session.git, earlier=first.report.outcomes, today=now.date()),
            reviser=Reviser(git=session.git, scope=first.scope, first=first.resolved, commits=fixing.commits),
            standing=Standing.begin(
                first.report.outcomes, fixing.choice.findings, everything=fixing.choice.extent is Extent.ALL
            ),
            store=store,
            ledger=ledger,
            evidence=lambda resolved: _evidence(hall, resolved),
            keep_round=partial(_keep, keeper, repeated=bool(fixing.resumed)),
            current=first.resolved,
            shown=fixing.shown,
        )
        save(root, _state(first, fixing))
        escalated = False
        try:
            end = await loop.run()
            ended = await _ended(first, fixing, loop, end, workspace)
            escalated = ended.report.escalated
        except BaseException:
            hall.progress.stage(f"{_ENDED_EARLY}{_still_staged(first.resolved)}")
            raise
        finally:
            loop.keep_last(escalated=escalated)
        drop(root)
        return ended


def _still_staged(resolved: Resolved) -> str:
    """What the review itself has staged, and how to take it out again; fixes alone are taken back."""
    return f"; what the review staged stays staged, the index as it was: {resolved.restore}" if resolved.restore else ""


def _untouched(first: First, fixing: Fixing, keeper: Keeper, why: str) -> Fixed:
    """The end of a loop that could not begin."""
    agents = tuple(one.agent for one in first.report.outcomes if not isinstance(one, Skipped))
    found = tuple(one for one in first.report.findings if one.counts)
    _keep(keeper, ReviewRound(number=1, agents=agents, new=found, outcome=RoundOutcome.ESCALATED), repeated=False)
    fixed = FixRun(
        ended=FixEnd.NOTHING_FIXED,
        iterations=0,
        rounds=(),
        findings=tuple(Item(one, reason=why).told() for one in fixing.choice.findings),
        tests="",
        where="",
        notices=(why,),
        resumed=fixing.resumed,
    )
    report = assemble(replace(first.gathered, fixes=fixed))
    return Fixed(report=replace(report, notices=(*report.notices, why)), looked=None, final=None)


async def _ended(first: First, fixing: Fixing, loop: Loop, end: FixEnd, workspace: Workspace) -> Fixed:
    """What was fixed is put where it belongs, and everything is told."""
    doors, kind = first.hall.doors, first.resolved.change.kind
    placer = Placer(workspace=workspace, doors=doors, kind=kind, commits=fixing.commits)
    mended = [item.finding for item in loop.standing.items if not item.open]
    placed = await placer.place(tuple(loop.touched), mended, loop.unmended)
    undone = bool(loop.touched) and placed.where == ""
    if undone:
        loop.standing.take_back(placed.notices[0])
    if not loop.touched or undone:
        loop.current = first.resolved
    if placed.unstaged:
        loop.adopt_index(placed.unstaged)
    if placed.commits:
        loop.adopt_commit()
    commit = placed.commits[0] if placed.commits else ""
    fixed = FixRun(
        ended=FixEnd.PERSISTS if undone or placed.unstaged else end,
        iterations=loop.iteration,
        rounds=tuple(loop.rounds),
        findings=tuple(item.told(commit) for item in loop.standing.items if _worth_telling(item)),
        tests=loop.tests or loop.mender.why_no_suite,
        where=placed.where,
        commits=placed.commits,
        notices=(*loop.notes, *placed.notices),
        resumed=fixing.resumed,
        aside=sum(item.set_aside for item in loop.standing.items),
    )
    gathered = replace(
        first.gathered,
        resolved=loop.current,
        outcomes=loop.standing.outcomes(),
        fixes=fixed,
        stops=(*first.gathered.stops, *loop.broken),
        now=doors.clock.now(),
    )
    report = assemble(gathered)
    report = replace(
        report,
        audit=tuple(dict.fromkeys((*first.report.audit, *loop.checker.audit, *report.audit))),
        notices=(*report.notices, *placed.notices),
        # The account knows of fixes and verifications too; outcomes are those of reviews alone.
        usage=first.hall.spending.spent if first.hall.spending else report.usage,
    )
    changed = bool(loop.touched) and not undone
    return Fixed(report=report, looked=loop.looked if changed else None, final=loop.final if changed else None)


def _state(first: First, fixing: Fixing) -> Saved:
    """What it takes to begin again after an interruption."""
    hall, report = first.hall, first.report
    return Saved(
        started=fixing.resumed or report.timestamp,
        tree=tree_of(first.resolved),
        engine=report.engine.name,
        lenses={lens.name: lens.digest for lens in hall.lenses},
        outcomes=first.gathered.outcomes,
        chosen=positions(report.outcomes, fixing.choice.findings),
        everything=fixing.choice.extent is Extent.ALL,
    )


def _suite(first: First, fixing: Fixing) -> tuple[ProjectTests | None, str]:
    """The tests that judge fixes, or why there are none. Where none are found somebody may name a command, once."""
    session, doors, paths = first.hall.session, first.hall.doors, first.resolved.change.paths
    try:
        tests = find_tests(session, doors.process, doors.environ, paths)
        command = fixing.ask_tests(tests.reason).strip() if tests.none_found else ""
        if command:
            given = Layer(COMMAND_LINE, {TEST_COMMAND: command})
            told = replace(session, settings=merge((given, *session.settings.layers)))
            tests = find_tests(told, doors.process, doors.environ, paths)
    except ConfigurationError as error:
        return None, error.reason
    return (None, tests.reason) if tests.reason else (tests, "")


def _evidence(hall: Hall, resolved: Resolved) -> Evidence:
    subject = resolved.change.subject if may_open(resolved.change, background=False) else ""
    return open_evidence(hall.session, hall.doors.clock, hall.doors.environ, subject=subject)


def _keep(keeper: Keeper, one: ReviewRound, *, repeated: bool) -> None:
    """The row of a round. A loop that was taken up has not made its first round again, unless it ends with it."""
    if not repeated or one.purpose is not Purpose.DISCOVERY or one.outcome is RoundOutcome.ESCALATED:
        keeper.round(one)


def _worth_telling(item: Item) -> bool:
    """Findings that the loop was given, found, or mended."""
    return item.chosen and (not item.open or (item.finding.counts and item.finding.actionable))
