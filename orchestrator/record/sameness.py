"""When a finding is already recorded, and when two roles found the same defect."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from orchestrator.findings.quotes import Quote, is_weak
from orchestrator.fixloop.signature import is_near, normalise
from orchestrator.record.candidate import Candidate, is_worse, quote_of
from orchestrator.record.evidence import NEAR
from orchestrator.record.location import Lines, Place, read_location
from orchestrator.record.model import Record, RecordedFinding, Status, StepName
from orchestrator.record.transitions import Phase, tell

# A fix was claimed that its reviewer can no longer send back, or has confirmed: found again, it is a new finding.
_SETTLED = (Phase.VERIFIED, Phase.FIXED_AGAIN, Phase.DECIDED_FIXED)


@dataclass(frozen=True, slots=True)
class Known:
    """A recorded finding with what it is compared by."""

    finding: RecordedFinding
    place: Place | None
    quote: Quote
    settled: bool


class Recorded:
    """The findings of one step. Each stands for at most one finding of each role in a run."""

    def __init__(self, record: Record | None, step: StepName, change_folder: str) -> None:
        self._by_path: dict[str, list[Known]] = {}
        self._taken: set[tuple[str, str]] = set()
        for own, finding in record.findings() if record else ():
            place = read_location(finding.location, own.name, change_folder)
            known = Known(
                finding, place if isinstance(place, Place) else None, quote_of(finding), tell(finding).phase in _SETTLED
            )
            if own.name is step and known.place:
                self._by_path.setdefault(known.place.path, []).append(known)

    def take(self, candidate: Candidate) -> RecordedFinding | None:
        """The recorded finding that `candidate` is, or None when it is to be recorded."""
        quote = quote_of(candidate.finding)
        fitting = [
            known
            for known in self._by_path.get(candidate.place.path, ())
            if (known.finding.id, candidate.role) not in self._taken and _is(known, candidate, quote)
        ]
        if not fitting:
            return None
        # Its own finding before one of another role, then the closest.
        best = min(fitting, key=lambda known: (known.finding.role != candidate.role, _distance(known, candidate)))
        self._taken.add((best.finding.id, candidate.role))
        return best.finding


def merged(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Each defect once, under the role that rates it most severe, `raised_by` naming all roles where there are several.

    Findings of one role are never merged with each other.
    """
    leads: list[Candidate] = []
    by_path: dict[str, list[int]] = {}
    for candidate in sorted(candidates, key=lambda one: one.strength):
        numbers = by_path.setdefault(candidate.place.path, [])
        home = next((number for number in numbers if _joins(leads[number], candidate)), None)
        if home is None:
            numbers.append(len(leads))
            leads.append(candidate)
        else:
            lead = leads[home]
            roles = (*(lead.finding.raised_by or (lead.role,)), candidate.role)
            leads[home] = replace(lead, finding=replace(lead.finding, raised_by=roles))
    return leads


def _is(known: Known, candidate: Candidate, quote: Quote) -> bool:
    old, new = known.finding, candidate.finding
    if known.settled:
        return False
    near = _is_near(known, candidate)
    if old.role == candidate.role and old.signature:
        return old.signature == new.signature and (near or quote == known.quote)
    if not _agree(old, new) or not _overlap(known.quote, quote) or not (near or quote == known.quote):
        return False
    if old.role == candidate.role or candidate.role in old.roles:
        return True
    # What one role took back, or rates lower, does not speak for another role.
    return old.status is not Status.REJECTED and not is_worse(new.severity, old.severity)


def _is_near(known: Known, candidate: Candidate) -> bool:
    place = known.place
    if place is None:
        return False
    if place.heading or candidate.place.heading:
        return place.heading == candidate.place.heading
    if known.finding.role == candidate.role:
        return is_near(place.first, candidate.lines.first)
    return _close(Lines(place.first, place.last), candidate.lines)


def _distance(known: Known, candidate: Candidate) -> int:
    return abs(known.place.first - candidate.lines.first) if known.place else 0


def _joins(lead: Candidate, candidate: Candidate) -> bool:
    one, other = lead.finding, candidate.finding
    if candidate.role in (one.raised_by or (lead.role,)) or not _close(lead.lines, candidate.lines):
        return False
    return _agree(one, other) and _overlap(quote_of(one), quote_of(other))


def _close(one: Lines, other: Lines) -> bool:
    return max(one.first - other.last, other.first - one.last) <= NEAR


def _agree(one: RecordedFinding, other: RecordedFinding) -> bool:
    if one.category and one.category == other.category:
        return True
    return normalise(one.title) == normalise(other.title)


def _overlap(one: Quote, other: Quote) -> bool:
    """True when a line of one quote, saying something, is or contains a line of the other."""
    told = [line for line in other if not is_weak((line,))]
    return any(line in part or part in line for line in one if not is_weak((line,)) for part in told)
