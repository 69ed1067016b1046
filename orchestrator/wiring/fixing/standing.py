"""The findings of a run while fixes are made, and the outcomes that they amount to in the end."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from orchestrator.findings.contract import status_of
from orchestrator.fixloop.signature import is_same
from orchestrator.values.finding import Finding
from orchestrator.values.fixrun import FixState
from orchestrator.values.outcome import Completed, Failed, Outcome
from orchestrator.wiring.fixing.items import Item


@dataclass(slots=True)
class Standing:
    """Every finding of every lens as it stands. `everything` says that what is found on the way is to be fixed too.

    `failed` are lenses that were asked again and never answered.
    """

    first: tuple[Outcome, ...]
    everything: bool
    items: list[Item] = field(default_factory=list)
    failed: dict[str, Failed] = field(default_factory=dict)

    @classmethod
    def begin(cls, outcomes: Sequence[Outcome], chosen: Iterable[Finding], *, everything: bool) -> "Standing":
        """The findings of the first round; `chosen` are those that a fix may be tried for."""
        wanted = {id(one) for one in chosen}
        found = (one for outcome in outcomes if isinstance(outcome, Completed) for one in outcome.result.findings)
        return cls(tuple(outcomes), everything, [Item(one, chosen=id(one) in wanted) for one in found])

    @property
    def todo(self) -> tuple[Item, ...]:
        """Those that a fix may be tried for."""
        return tuple(item for item in self.items if item.todo)

    def take(self, outcomes: Iterable[Outcome], where: str) -> tuple[Item, ...]:
        """Adds what lenses found when they looked again; returns what is new, and what was closed and came back `where`.

        Nothing is taken away: a finding that is not repeated is not thereby mended.
        """
        told: list[Item] = []
        for outcome in outcomes:
            if isinstance(outcome, Failed):
                self.failed[outcome.agent] = outcome
            elif isinstance(outcome, Completed):
                self.failed.pop(outcome.agent, None)
                told += filter(None, [self._taken(one, where) for one in outcome.result.findings])
        self.items += [item for item in told if item not in self.items]
        return tuple(told)

    def take_back(self, why: str) -> None:
        """No fix has stayed, so everything is as it was in the first round."""
        self.items = [item for item in self.items if not item.late]
        self.failed.clear()
        for item in self.items:
            item.finding = item.reported
            if not item.open:
                item.became(FixState.FAILED, why)

    def outcomes(self) -> tuple[Outcome, ...]:
        """One outcome for each lens of the first round, with what still stands."""
        return tuple(self._outcome(one) for one in self.first)

    def _outcome(self, outcome: Outcome) -> Outcome:
        failed = self.failed.get(outcome.agent)
        if failed is not None:
            return failed
        if not isinstance(outcome, Completed):
            return outcome
        own = tuple(item.finding for item in self.items if item.open and item.finding.agent == outcome.agent)
        status = status_of((one for one in own if one.counts), outcome.result.status)
        return replace(outcome, result=replace(outcome.result, findings=own, status=status))

    def _taken(self, finding: Finding, where: str) -> Item | None:
        """The item that `finding` makes, or opens again; None for one that stands anyway."""
        same = [item for item in self.items if is_same(item.finding, finding)]
        standing = [item for item in same if item.open]
        if any(item.finding.counts for item in standing) or (standing and not finding.counts):
            return None
        if not same or standing or finding.suppressed_by:
            # What could not be proven, and now can be, is new.
            self.items = [item for item in self.items if item not in standing]
            return Item(finding, chosen=self.everything, late=True)
        item = same[0]
        # What cannot be proven does not take the place of what could be.
        item.finding = finding if finding.counts else item.finding
        item.became(FixState.PERSISTS, f"it came back {where}")
        return item
