"""When a finding is already recorded, and when two roles found the same defect."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from orchestrator.findings.quotes import Quote, is_weak
from orchestrator.fixloop.signature import is_near, normalise
from orchestrator.record.candidate import Candidate, quote_of
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
    place: Place
    quote: Quote
    settled: bool


class Recorded:
    """The findings of one step. Each stands for at most one finding of each role in a run."""

    def __init__(self, record: Record | None, step: StepName, change_folder: str) -> None:
        self._by_key: dict[tuple[str, ...], list[Known]] = {}
        self._taken: set[tuple[str, str]] = set()
        for own, finding in record.findings() if record else ():
            place = read_location(finding.location, own.name, change_folder)
            if own.name is not step or not isinstance(place, Place):
                continue
            known = Known(finding, place, quote_of(finding), tell(finding).phase in _SETTLED)
            for key in _keys(finding, place.path):
                self._by_key.setdefault(key, []).append(known)

    def take(self, candidate: Candidate) -> RecordedFinding | None:
        """The recorded finding that `candidate` is, or None when it is to be recorded."""
        quote = quote_of(candidate.finding)
        keys = _keys(candidate.finding, candidate.place.path)
        fitting = [
            known
            for known in {known.finding.id: known for key in keys for known in self._by_key.get(key, ())}.values()
            if (known.finding.id, candidate.role) not in self._taken and _is(known, candidate, quote)
        ]
        if not fitting:
            return None
        # Its own finding before one of another role, then the closest.
        best = min(fitting, key=lambda known: (known.finding.role != candidate.role, _distance(known, candidate)))
        self._taken.add((best.finding.id, candidate.role))
        return best.finding


def _keys(finding: RecordedFinding, path: str) -> list[tuple[str, ...]]:
    """Two findings that can be the same have one of these in common."""
    keys: list[tuple[str, ...]] = [("message", path, _said(finding.title))]
    keys += [("category", path, finding.category)] if finding.category else []
    keys += [("signature", path, finding.signature)] if finding.signature else []
    return keys


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
    if not _is_near(known, candidate) and quote != known.quote:
        return False
    if old.role == candidate.role and old.signature:
        return old.signature == new.signature
    if not _agree(old, new) or not _overlap(known.quote, quote):
        return False
    if old.role == candidate.role or candidate.role in old.roles:
        return True
    # What one role took back, or rates lower, does not speak for another role.
    return old.status is not Status.REJECTED and new.severity.rank >= old.severity.rank


def _is_near(known: Known, candidate: Candidate) -> bool:
    place = known.place
    if place.heading or candidate.place.heading:
        return place.heading == candidate.place.heading
    if known.finding.role == candidate.role:
        return is_near(place.first, candidate.lines.first)
    return _close(Lines(place.first, place.last), candidate.lines)


def _distance(known: Known, candidate: Candidate) -> int:
    return abs(known.place.first - candidate.lines.first)


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
    return _said(one.title) == _said(other.title)


@lru_cache(maxsize=4096)
def _said(title: str) -> str:
    return normalise(title)


def _overlap(one: Quote, other: Quote) -> bool:
    """True when a line of one quote, saying something, is or contains a line of the other."""
    told = [line for line in other if not is_weak((line,))]
    return any(line in part or part in line for line in one if not is_weak((line,)) for part in told)
