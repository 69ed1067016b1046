"""After a pass of fixes: what a program can settle is settled, the rest is verified by its lens, or looked at afresh."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from orchestrator.dispatch.panel import dispatch
from orchestrator.findings.risks import apply_risks
from orchestrator.findings.settle import all_findings, settle
from orchestrator.fixloop.asking import Check
from orchestrator.fixloop.rerun import Rerun, blind_to
from orchestrator.fixloop.signature import is_near, is_same
from orchestrator.fixloop.triage import Closed, FixedFile, triage
from orchestrator.fixloop.verdict import Verdict
from orchestrator.fixloop.verification import verify
from orchestrator.fixloop.verified import Verified
from orchestrator.seams import Git
from orchestrator.values.finding import Finding
from orchestrator.values.fixrun import FixState
from orchestrator.values.outcome import Completed, Failed, Outcome
from orchestrator.values.turn import FailureKind
from orchestrator.wiring.fixing.bench import Hall, Meeting
from orchestrator.wiring.fixing.items import Fix, Item
from orchestrator.wiring.fixing.verifying import verification_contract


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a round found. `found` are the findings that count, `asked` the lenses that were asked.

    `again` are whole outcomes of lenses that looked at everything once more, and `broken` names what makes the run
    incomplete.
    """

    found: tuple[Finding, ...]
    asked: tuple[str, ...]
    again: tuple[Outcome, ...] = ()
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checker:
    """Checks the fixes of one run. `earlier` are the outcomes that reported the findings; `today` decides about risks, and
    `audit` collects the lines of those that were accepted."""

    hall: Hall
    git: Git
    earlier: tuple[Outcome, ...]
    today: date
    audit: list[str] = field(default_factory=list)

    async def check(
        self, meeting: Meeting, fixes: Sequence[Fix], fixed: Sequence[FixedFile], *, tested: bool
    ) -> Checked:
        """One verdict for each finding that a fix was made for. `fixed` is all that the pass changed, file by file."""
        mentioned = _mentioned(self.git, [one.path for one in fixed])
        waiting: list[Item] = []
        for fix in fixes:
            for item in fix.items:
                told = triage(item.finding, fix.files, mentioned, lint_passed=meeting.linted, tests_passed=tested)
                if isinstance(told, Closed):
                    item.became(FixState.FIXED, told.reason)
                else:
                    waiting.append(item)
        verdicts = await self._verify(meeting, waiting, fixes, fixed)
        doubtful = [one.check.lens.name for one in verdicts if one.verdict is Verdict.INSUFFICIENT]
        broken = tuple(
            f"{one.check.lens.name}: {one.reason}" for one in verdicts if one.failure is FailureKind.TAMPERED
        )
        again = await self.look(meeting, doubtful)
        for item, one in zip(waiting, verdicts, strict=True):
            self._settle(item, one, again)
        counted = [finding for finding in all_findings(again) if finding.counts]
        stay = [item.finding for item in waiting if item.open and item.finding.agent not in doubtful]
        return Checked(
            found=(*stay, *counted),
            asked=tuple(dict.fromkeys(one.check.lens.name for one in verdicts)),
            again=again,
            broken=broken,
        )

    async def look(self, meeting: Meeting, names: Iterable[str]) -> tuple[Outcome, ...]:
        """The lenses `names` over everything that is theirs, as in a first round; accepted risks applied."""
        payloads = meeting.payloads(names)
        if not payloads:
            return ()
        outcomes = await dispatch(
            payloads, meeting.ready.desk, max_parallel=self.hall.max_parallel, progress=self.hall.progress
        )
        return self.with_risks(outcomes)

    def with_risks(self, outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
        """`outcomes` without what the project accepts."""
        applied = apply_risks(all_findings(outcomes), self.hall.session.policy.risks, self.today)
        self.audit.extend(applied.audit)
        return settle(outcomes, applied.findings)

    async def _verify(
        self, meeting: Meeting, items: Sequence[Item], fixes: Sequence[Fix], fixed: Sequence[FixedFile]
    ) -> tuple[Verified, ...]:
        lenses = {lens.name: lens for lens in self.hall.lenses}
        texts = {one.path: one for one in fixed}
        checks = []
        for item in items:
            touched = [path for fix in fixes if item in fix.items for path in fix.paths]
            paths = dict.fromkeys((*touched, item.finding.file))
            shown = tuple(texts[path] for path in paths if path in texts)
            checks.append(Check(lens=lenses[item.finding.agent], finding=item.finding, fixed=shown))
        names = {check.lens.name for check in checks}
        return await verify(
            meeting.ready.desk,
            checks,
            contract=verification_contract(),
            max_parallel=self.hall.max_parallel,
            progress=self.hall.progress,
            rerun=Rerun(meeting.payloads(names), self.earlier),
        )

    def _settle(self, item: Item, told: Verified, again: Sequence[Outcome]) -> None:
        if told.verdict is Verdict.RESOLVED:
            item.became(FixState.FIXED, f"verified by {told.check.lens.name}: {told.reason}")
            return
        item.finding = told.finding
        if told.verdict is Verdict.PERSISTS:
            item.became(FixState.PERSISTS, told.reason)
            return
        outcome = next((one for one in again if one.agent == item.finding.agent), None)
        if not isinstance(outcome, Completed):
            why = outcome.error if isinstance(outcome, Failed) else told.reason
            item.became(FixState.FAILED, f"nobody could say whether it is gone: {why}")
            return
        self._look_settles(item, outcome)

    def _look_settles(self, item: Item, outcome: Completed) -> None:
        """What it means for `item` that its lens has looked at everything again."""
        looked, found = f"{outcome.agent} looked at everything again", outcome.result.findings
        blind = blind_to(item.finding.file, outcome, self.earlier)
        same = _same(item.finding, found)
        if same is not None:
            item.finding = same
            item.became(FixState.PERSISTS, f"{looked} and still reports it")
        elif any(_may_be(item.finding, one) for one in found):
            # Silence closes a finding, and this is none.
            item.became(FixState.PERSISTS, f"{looked} and may still report it, with a quote that cannot be confirmed")
        elif blind:
            item.became(FixState.FAILED, f"nobody could say whether it is gone: {blind}")
        else:
            item.became(FixState.FIXED, f"{looked} and does not report it any more")


def _same(finding: Finding, found: Sequence[Finding]) -> Finding | None:
    return next((one for one in found if one.counts and is_same(one, finding)), None)


def _may_be(finding: Finding, one: Finding) -> bool:
    """Whether `one`, which does not count, could be `finding` reported again with a wrong place, quote or wording."""
    if one.counts or one.file != finding.file:
        return False
    alike = one.category == finding.category or is_near(one.line, finding.line)
    return is_same(one, finding) or bool(one.withheld_because and alike)


def _mentioned(git: Git, fixed: Sequence[str]) -> Callable[[str], bool]:
    """Whether a name stands in a file that no fix touched; in doubt it does."""
    outside = [f":(exclude,top,literal){path}" for path in fixed]

    def mentioned(name: str) -> bool:
        return git.ok("grep", "-q", "-F", "-w", "--untracked", "-e", name, "--", ":/", *outside)

    return mentioned
