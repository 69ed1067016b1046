"""What a fix loop did: its rounds, what became of each finding, and why it ended."""

from dataclasses import dataclass
from enum import StrEnum

from orchestrator.values.finding import Finding


class FixEnd(StrEnum):
    """Why the loop ended."""

    NOTHING_ACTIONABLE = "nothing-actionable"
    CONVERGED = "converged"
    ROUND_CAP = "round-cap"
    ITERATION_LIMIT = "iteration-limit"
    PERSISTS = "same-issues-persist"
    NOTHING_FIXED = "nothing-fixed"
    INTERRUPTED = "interrupted"

    @property
    def escalates(self) -> bool:
        """True when findings that could be acted on are still there after fixes were tried: a person must look."""
        return self not in {FixEnd.NOTHING_ACTIONABLE, FixEnd.CONVERGED}


class FixState(StrEnum):
    """What became of one finding."""

    FIXED = "fixed"
    PERSISTS = "persists"
    REVERTED = "reverted"
    REFUSED = "refused"
    DECLINED = "declined"
    FAILED = "failed"
    LEFT = "left"

    @property
    def needs_person(self) -> bool:
        """True when nothing the loop can do is left."""
        return self is not FixState.FIXED


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedFinding:
    """One finding that the loop was given or found itself.

    `reason` is one line: how it was settled, or why it is not. `fixer` made the last proposal for it, `iteration` is
    the pass in which that was, 0 when there was none. `commit` is the id of the commit that holds the fix.
    """

    finding: Finding
    state: FixState
    reason: str
    fixer: str = ""
    iteration: int = 0
    commit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopRound:
    """One round of asking lenses. `provenance` counts the new findings that lie in what the fix before it touched."""

    number: int
    purpose: str
    agents: tuple[str, ...]
    new: int
    carried: int
    provenance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FixRun:
    """The whole loop. `tests` says what judged the fixes, `where` what became of them: staged, committed, left.

    `resumed` names the run that it went on with, empty for a loop of its own. `aside` counts the findings that a fix could
    have been tried for and that somebody has set aside.
    """

    ended: FixEnd
    iterations: int
    rounds: tuple[LoopRound, ...]
    findings: tuple[FixedFinding, ...]
    tests: str
    where: str
    commits: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    resumed: str = ""
    aside: int = 0

    @property
    def escalated(self) -> bool:
        """True when a person must look, and the run fails."""
        return self.ended.escalates
