"""What became of one verification."""

from dataclasses import dataclass

from orchestrator.fixloop.asking import Check
from orchestrator.fixloop.verdict import Verdict
from orchestrator.values.finding import Finding
from orchestrator.values.outcome import ReplyShape
from orchestrator.values.turn import FailureKind, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """The verdict on one check. `finding` is the finding as it stands now, at its line after the fix.

    `failure` names why nobody gave a verdict, `shape` what an unusable reply looked like; the verdict is
    `insufficient-context` then. `attempts` is 0 where nobody was asked, `usage` what all calls cost.
    """

    check: Check
    verdict: Verdict
    reason: str
    finding: Finding
    evidence: str = ""
    failure: FailureKind | None = None
    shape: ReplyShape | None = None
    attempts: int = 0
    usage: Usage = Usage()
    engine: str = ""
    model: str = ""
    notes: tuple[str, ...] = ()


def undecided(check: Check, reason: str, *, engine: str = "") -> Verified:
    """`insufficient-context` without having asked anybody."""
    return Verified(check=check, verdict=Verdict.INSUFFICIENT, reason=reason, finding=check.now, engine=engine)
