"""The fix loop: fix, test, check, count the rounds, until nothing is left, it converges, or a person has to look."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from orchestrator.dispatch.panel import dispatch
from orchestrator.findings.settle import all_findings, settle
from orchestrator.fixloop.classify import ROUND_CAP, Classified, Reason, classify
from orchestrator.fixloop.closing import closing_pass
from orchestrator.fixloop.ledger import Ledger
from orchestrator.fixloop.triage import FixedFile
from orchestrator.report.metrics import Purpose, ReviewRound, RoundOutcome
from orchestrator.scope.ignore.visible import visible
from orchestrator.scope.resolve import Resolved
from orchestrator.values.correcting import Offers
from orchestrator.values.finding import Finding
from orchestrator.values.fixrun import FixEnd, FixState, LoopRound
from orchestrator.values.outcome import Outcome, Skipped
from orchestrator.values.text import printable_path
from orchestrator.wiring.evidence import Evidence, RecordingProgress
from orchestrator.wiring.fixing.bench import Hall, Meeting
from orchestrator.wiring.fixing.checking import Checker
from orchestrator.wiring.fixing.choosing import Draft
from orchestrator.wiring.fixing.closing import ClosingRound, closing_payloads, closing_round, in_change, roster_for
from orchestrator.wiring.fixing.hands import fixers_of
from orchestrator.wiring.fixing.items import Fix, Texts, changed_files, shift
from orchestrator.wiring.fixing.mending import Mended, Mender
from orchestrator.wiring.fixing.rejected import mends_nothing, part, settle_items
from orchestrator.wiring.fixing.revised import Reviser
from orchestrator.wiring.fixing.standing import Standing
from orchestrator.wiring.fixing.workspace import Workspace
from orchestrator.wiring.material import gather_material
from orchestrator.wiring.rounds import RoundStore

MAX_ITERATIONS = 5
CANCELLED = "a later fix took back the one for it, so nothing has changed"
UNSEEN = "every fix was verified, but no round was left in which somebody looks at all of them together; review again"


@dataclass(slots=True, kw_only=True)
class Loop:
    """One loop over one change. `store` keeps the rounds, `evidence` opens the record for a change.

    `shown` are proposals that whoever has chosen has seen. `current` is the change as it stands, `made` are the fixes in their order and `useless` those that
    mend nothing and had to stay, `touched` are the files that fixes have changed so far, and `begun` is what
    files held before any of them. `looked` are the outcomes of the closing pass after the last fix, and `final` is the
    record in which they were noted.
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
    shown: Offers | None = None
    iteration: int = 0
    rounds: list[LoopRound] = field(default_factory=list)
    made: list[Fix] = field(default_factory=list)
    useless: tuple[Fix, ...] = ()
    touched: dict[str, None] = field(default_factory=dict)
    fixed_by: dict[str, None] = field(default_factory=dict)
    looked: tuple[Outcome, ...] = ()
    final: Evidence | None = None
    begun: Texts = field(default_factory=Texts)
    last: ReviewRound | None = None
    broken: tuple[str, ...] = ()
    tests: str = ""
    notes: list[str] = field(default_factory=list)

    @property
    def unmended(self) -> tuple[Finding, ...]:
        """Findings that stand although a fix is there that was made for them."""
        items = {id(item): item for fix in self.made for item in fix.items if item.open}
        return tuple(item.finding for item in items.values())

    async def run(self) -> FixEnd:
        """Goes round until it ends, and says why. What the files hold then is not settled yet, and the row of the last
        round is not written: `keep_last` does that."""
        agents = tuple(one.agent for one in self.standing.first if not isinstance(one, Skipped))
        self._round(Purpose.DISCOVERY, agents, [item.finding for item in self.standing.items], None)
        while True:
            end = await self._fix()
            await self._part()
            if end.escalates or not self.touched:
                return end
            if not self._since(self.begun):
                # What the first round reported cannot be gone from the very same text.
                self.standing.take_back(CANCELLED)
                return FixEnd.PERSISTS
            if len(self.rounds) >= ROUND_CAP:
                self.notes.append(UNSEEN)
                return FixEnd.ROUND_CAP
            closed = await self._close()
            if closed is not None:
                if closed.escalates:
                    await self._part()
                return closed

    def adopt_commit(self) -> None:
        """The fixes are committed, so the change is the one of that commit, unless hooks have made another of it."""
        committed = self.reviser.revised(())
        if committed.change.subject == self.current.change.subject:
            self.current = committed

    def adopt_index(self, unstaged: Mapping[str, str]) -> None:
        """Of the files `unstaged` the fixes are not part of the change, for the reason given there: it is what is staged."""
        for fix in self.made:
            path = next((path for path in fix.paths if path in unstaged), "")
            for item in fix.items if path else ():
                item.finding = item.reported
                why = f"{printable_path(path)}: {unstaged[path]}"
                item.became(FixState.FAILED, f"the fix is in the work tree and not staged ({why})")
        self.current = self.reviser.revised(())
        # Whoever looked, looked at the fixed files.
        self.looked, self.final = (), None

    def keep_last(self, *, escalated: bool) -> None:
        """Writes the row of the last round; only now is it known whether a person has to go on from there."""
        if self.last is not None:
            self.keep_round(replace(self.last, outcome=RoundOutcome.ESCALATED) if escalated else self.last)
        self.last = None

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
        paths = dict.fromkeys((*self.current.change.paths, *(item.finding.file for item in self.standing.todo)))
        self.workspace.watch(paths)
        for path in paths:
            self._note(before, path)
            self._note(self.begun, path)
        async with fixers_of(self.hall, tree) as fixers:
            mended = await self.mender.mend(self.standing.todo, fixers, self.iteration, self.shown)
        # What somebody has seen and agreed to is what is made, once.
        self.shown = None
        self.tests = mended.tests or self.tests
        self.notes += [note for note in mended.notes if note not in self.notes]
        self.made += mended.fixes
        self.touched.update(dict.fromkeys(path for fix in mended.fixes for path in fix.paths))
        if mended.fixes:
            # Whoever looked before looked at something else.
            self.looked, self.final = (), None
        return mended

    async def _part(self) -> None:
        """Takes back the fixes that were found to mend nothing, so that only what was wanted stays and is looked at."""
        if all(fix in self.useless for fix in self.made if mends_nothing(fix)):
            return
        before = Texts()
        for path in self.touched:
            self._note(before, path)
        ground = self.mender.ground(Draft({path: self.begun.held[path] for path in self.touched}))
        suite = self.mender.suite if self.mender.passed_before else None
        parted = await part(self.made, ground, self.workspace, suite)
        self.made, self.useless = list(parted.kept), parted.useless
        begun, since = {one.path: one for one in self._since(self.begun)}, self._since(before)
        settle_items(parted, self.standing.items, begun, since)
        if not parted.gone:
            return
        self.notes.append(parted.told)
        self.touched = dict.fromkeys(path for fix in parted.kept for path in fix.paths)
        self.looked, self.final = (), None
        if self.touched:
            self.current = self.reviser.revised(tuple(self.touched))
        else:
            # Their first answers stand again, and the run is not whole all the same.
            self.broken += tuple(f"{one.agent}: {one.error}" for one in self.standing.failed.values())
            self.standing.take_back(CANCELLED)

    def _note(self, texts: Texts, path: str) -> None:
        held = self._held(path)
        if held is not None:
            texts.note(path, held)

    def _held(self, path: str) -> bytes | None:
        """What `path` holds as far as this run knows; None also for a file that it may not touch."""
        try:
            return self.workspace.read(path)
        except KeyError:
            return None

    async def _check(self, mended: Mended, before: Texts) -> FixEnd | None:
        """Verifies the fixes of one iteration; why the loop ends with it, None when it goes on."""
        fixed = self._since(before)
        self.current = self.reviser.revised(tuple(self.touched))
        mine = [item for fix in mended.fixes for item in fix.items]
        names = dict.fromkeys(item.finding.agent for item in mine)
        panel = self.hall.panel(self.current, names)
        async with self.hall.meeting(self.current, panel) as meeting:
            checked = await self.checker.check(meeting, mended.fixes, fixed, tested=self.mender.passed_before)
        self.broken += checked.broken
        shift([item for item in self.standing.items if item not in mine or not item.open], fixed)
        self.standing.take(checked.again, "when its lens looked at everything again")
        self.fixed_by.update(dict.fromkeys(item.finding.agent for item in mine if not item.open))
        told = self._round(Purpose.VERIFICATION, checked.asked, self._found(), fixed)
        if not self.standing.todo:
            return self._end_without_work()
        if told.reason is None:
            return None
        # Something is left to do, so that a round without anything new is no good end.
        return FixEnd.ROUND_CAP if told.reason is Reason.ROUND_CAP else FixEnd.PERSISTS

    def _since(self, earlier: Texts) -> tuple[FixedFile, ...]:
        """Every file that differs from `earlier`."""
        return earlier.against({path: self._held(path) for path in earlier.held})

    def _end_without_work(self) -> FixEnd:
        """How it ends where nothing is left to do: fixes may have brought up what nobody has chosen to be fixed."""
        return FixEnd.PERSISTS if any(item.unforeseen for item in self.standing.items) else FixEnd.NOTHING_ACTIONABLE

    async def _close(self) -> FixEnd | None:
        """The closing pass. None when what it finds has to be fixed, else why the loop ends."""
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
        new = self.standing.take(self.looked, "in the closing pass")
        told = self._round(Purpose.CLOSING, closing.agents, self._found(), self._since(self.begun))
        if not any(item.finding.counts and item.finding.actionable for item in new):
            return self._converged()
        if told.reason is Reason.ROUND_CAP:
            return FixEnd.ROUND_CAP
        # What was fixed once and is reported again would only come and go.
        if told.reason is Reason.PERSISTS or not self.standing.todo:
            return FixEnd.PERSISTS
        return None

    def _converged(self) -> FixEnd:
        """Converged, unless somebody could not look, or something is left that nobody wanted to be fixed."""
        left = any(item.open and item.finding.counts and item.finding.actionable for item in self.standing.items)
        whole = not (left or self.standing.failed or self.broken)
        return FixEnd.CONVERGED if whole else FixEnd.NOTHING_ACTIONABLE

    async def _ask_closing(self, meeting: Meeting, around: ClosingRound) -> tuple[Outcome, ...]:
        session, ready = self.hall.session, meeting.ready
        material = gather_material(around.resolved, meeting.prepass, ready.tools, session.policy.context)
        fixed = tuple(item.finding for item in self.standing.items if not item.open)
        payloads = closing_payloads(around, material, ready.desk, session.settings, fixed=fixed)
        self.final = self.evidence(self.current)
        progress = RecordingProgress(self.hall.progress, self.final, meeting.there.team.engine.info.name)
        outcomes = await dispatch(payloads, ready.desk, max_parallel=self.hall.max_parallel, progress=progress)
        marked = [in_change(one, self.current.change) for one in all_findings(outcomes)]
        return self.checker.with_risks(settle(outcomes, marked))

    def _found(self) -> list[Finding]:
        """What stands. Findings that somebody has set aside are no business of the loop."""
        return [
            item.finding
            for item in self.standing.items
            if item.open and (item.chosen or item.late or not item.finding.actionable)
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
        self.keep_last(escalated=False)
        self.last = ReviewRound(
            number=number,
            agents=tuple(agents),
            new=told.new,
            carried=len(told.carried),
            fix_provenance_new=born,
            purpose=purpose,
            outcome=RoundOutcome.FIXED if purpose is Purpose.VERIFICATION else RoundOutcome.NO_OP,
        )
        return told
