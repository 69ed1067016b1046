"""The fix loop: fix, test, check, count the rounds, until nothing is left, it converges, or a person has to look."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from orchestrator.dispatch.panel import dispatch
from orchestrator.fixloop.classify import Classified, Reason, classify
from orchestrator.fixloop.closing import closing_pass
from orchestrator.fixloop.ledger import Ledger
from orchestrator.fixloop.triage import FixedFile
from orchestrator.report.metrics import Purpose, ReviewRound, RoundOutcome
from orchestrator.scope.ignore.visible import visible
from orchestrator.scope.resolve import Resolved
from orchestrator.values.finding import Finding
from orchestrator.values.fixrun import FixEnd, LoopRound
from orchestrator.values.outcome import Completed, Outcome
from orchestrator.wiring.evidence import Evidence, RecordingProgress
from orchestrator.wiring.fixing.bench import Hall, Meeting
from orchestrator.wiring.fixing.checking import Checker
from orchestrator.wiring.fixing.closing import ClosingRound, closing_payloads, closing_round, roster_for
from orchestrator.wiring.fixing.hands import fixers_of
from orchestrator.wiring.fixing.items import Texts, changed_files, shift
from orchestrator.wiring.fixing.mending import Mended, Mender
from orchestrator.wiring.fixing.revised import Reviser
from orchestrator.wiring.fixing.standing import Standing
from orchestrator.wiring.fixing.workspace import Workspace
from orchestrator.wiring.material import gather_material
from orchestrator.wiring.rounds import RoundStore

MAX_ITERATIONS = 5
_ENDS = {
    Reason.ROUND_CAP: FixEnd.ROUND_CAP,
    Reason.PERSISTS: FixEnd.PERSISTS,
    Reason.CONVERGED: FixEnd.CONVERGED,
}


@dataclass(slots=True, kw_only=True)
class Loop:
    """One loop over one change. `store` keeps the rounds, `evidence` opens the record for a change.

    `current` is the change as it stands, `touched` are the files that fixes have changed so far. `looked` are the outcomes
    of the closing pass, and `final` is the record in which they were noted.
    """

    hall: Hall
    workspace: Workspace
    mender: Mender
    checker: Checker
    reviser: Reviser
    standing: Standing
    store: RoundStore
    ledger: Ledger
    evidence: Callable[[Resolved], Evidence]
    keep_round: Callable[[ReviewRound], None]
    current: Resolved
    iteration: int = 0
    rounds: list[LoopRound] = field(default_factory=list)
    touched: dict[str, None] = field(default_factory=dict)
    fixed_by: dict[str, None] = field(default_factory=dict)
    looked: tuple[Outcome, ...] = ()
    final: Evidence | None = None
    broken: tuple[str, ...] = ()
    tests: str = ""
    notes: list[str] = field(default_factory=list)

    async def run(self) -> FixEnd:
        """Goes round until it ends, and says why. What the files hold then is not settled yet."""
        agents = tuple(one.agent for one in self.standing.first if isinstance(one, Completed))
        self._round(Purpose.DISCOVERY, agents, self._found(), None)
        while True:
            end = await self._fix()
            if end.escalates or not self.touched:
                return end
            again = await self._close()
            if again is None:
                return end
            if again is not FixEnd.CONVERGED:
                return again

    async def _fix(self) -> FixEnd:
        """Iterations until something ends them."""
        while self.standing.todo:
            if self.iteration == MAX_ITERATIONS:
                return FixEnd.ITERATION_LIMIT
            self.iteration += 1
            self.hall.progress.stage(f"fixing, iteration {self.iteration}: {len(self.standing.todo)} to mend")
            before = Texts()
            mended = await self._mend(before)
            if not mended.fixes:
                return FixEnd.PERSISTS if self.touched else FixEnd.NOTHING_FIXED
            end = await self._check(mended, before)
            if end is not None:
                return end
        return FixEnd.NOTHING_ACTIONABLE

    async def _mend(self, before: Texts) -> Mended:
        tree = visible(self.current.tree, self.current.rules)
        for path in self.current.change.paths:
            self._note(before, path)
        for item in self.standing.todo:
            self._note(before, item.finding.file)
        async with fixers_of(self.hall, tree, self.current.change.files) as fixers:
            mended = await self.mender.mend(self.standing.todo, fixers, self.iteration)
        self.tests = mended.tests or self.tests
        self.notes += [note for note in mended.notes if note not in self.notes]
        self.touched.update(dict.fromkeys(path for fix in mended.fixes for path in fix.paths))
        return mended

    def _note(self, texts: Texts, path: str) -> None:
        self.workspace.watch([path])
        try:
            texts.note(path, self.workspace.read(path))
        except KeyError:
            return

    async def _check(self, mended: Mended, before: Texts) -> FixEnd | None:
        """Verifies the fixes of one iteration; why the loop ends with it, None when it goes on."""
        now = {path: self.workspace.read(path) for path in before.held}
        fixed = before.against(now)
        self.current = self.reviser.revised(tuple(self.touched))
        mine = [item for fix in mended.fixes for item in fix.items]
        names = dict.fromkeys(item.finding.agent for item in mine)
        panel = self.hall.panel(self.current, names)
        async with self.hall.meeting(self.current, panel) as meeting:
            checked = await self.checker.check(meeting, mended.fixes, fixed, tested=self.mender.passed_before)
        self.broken += checked.broken
        shift([item for item in self.standing.items if item.open and item not in mine], fixed)
        self.standing.take(checked.again)
        self.fixed_by.update(dict.fromkeys(item.finding.agent for item in mine if not item.open))
        told = self._round(Purpose.VERIFICATION, checked.asked, self._found(), fixed)
        if not self.standing.todo:
            return FixEnd.NOTHING_ACTIONABLE
        return _ENDS[told.reason] if told.reason is not None else None

    async def _close(self) -> FixEnd | None:
        """The closing pass. None when it finds nothing to act on, CONVERGED to go on fixing, else why the loop ends."""
        first = self.reviser.first
        seats = self.hall.panel(self.current, (lens.name for lens in self.hall.lenses)).seats
        closing = closing_pass(
            tuple(self.fixed_by),
            roster_for(seats, self.touched),
            tuple(lens.name for lens, _ in seats),
            panel_files=first.change.paths,
            fix_delta_files=tuple(self.touched),
        )
        self.hall.progress.stage(f"closing pass: {closing.reason}")
        around = closing_round(
            closing, self.hall.lenses, git=self.hall.session.git, first=first.change.tree, final=self.current
        )
        async with self.hall.meeting(around.resolved, around.panel) as meeting:
            self.looked = await self._ask_closing(meeting, around)
        new = self.standing.take(self.looked)
        told = self._round(Purpose.CLOSING, closing.agents, self._found(), None)
        if not any(item.finding.counts and item.finding.actionable for item in new):
            return None
        if told.reason is Reason.ROUND_CAP:
            return FixEnd.ROUND_CAP
        if not any(item.todo for item in new):
            return FixEnd.PERSISTS
        return FixEnd.ITERATION_LIMIT if self.iteration == MAX_ITERATIONS else FixEnd.CONVERGED

    async def _ask_closing(self, meeting: Meeting, around: ClosingRound) -> tuple[Outcome, ...]:
        session, ready = self.hall.session, meeting.ready
        material = gather_material(around.resolved, meeting.prepass, ready.tools, session.policy.context)
        fixed = tuple(item.finding for item in self.standing.items if not item.open)
        payloads = closing_payloads(around, material, ready.desk, session.settings, fixed=fixed)
        self.final = self.evidence(self.current)
        progress = RecordingProgress(self.hall.progress, self.final, meeting.there.team.engine.info.name)
        outcomes = await dispatch(payloads, ready.desk, max_parallel=self.hall.max_parallel, progress=progress)
        return self.checker.with_risks(outcomes)

    def _found(self) -> list[Finding]:
        """What stands. Findings that somebody has set aside are no business of the loop."""
        return [
            item.finding for item in self.standing.items if item.open and (item.chosen or not item.finding.actionable)
        ]

    def _round(
        self, purpose: Purpose, agents: Sequence[str], found: Sequence[Finding], fixed: Sequence[FixedFile] | None
    ) -> Classified:
        """Counts one more round, in the ledger and for the metrics."""
        number = len(self.rounds) + 1
        told = classify(self.ledger, number, found, changed_files(fixed) if fixed is not None else None)
        self.ledger = told.ledger
        self.store.write(told.ledger)
        entries = told.ledger.rounds[-1].findings
        born = sum(bool(entry.new and entry.fix_provenance) for entry in entries)
        one = LoopRound(
            number=number,
            purpose=purpose.value,
            agents=tuple(agents),
            new=len(told.new),
            carried=len(told.carried),
            provenance=born,
        )
        self.rounds.append(one)
        self.keep_round(
            ReviewRound(
                number=number,
                agents=tuple(agents),
                new=told.new,
                carried=len(told.carried),
                fix_provenance_new=born,
                purpose=purpose,
                outcome=self._outcome(purpose, told),
            )
        )
        return told

    def _outcome(self, purpose: Purpose, told: Classified) -> RoundOutcome:
        if purpose is Purpose.DISCOVERY:
            return RoundOutcome.NO_OP
        return RoundOutcome.ESCALATED if told.escalates and self.standing.todo else RoundOutcome.FIXED
