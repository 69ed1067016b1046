"""When a finding is already recorded, and when two roles found the same defect."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from orchestrator.findings.quotes import Quote, is_weak
from orchestrator.fixloop.signature import is_near, normalise
from orchestrator.record.candidate import Candidate, quote_of
from orchestrator.record.evidence import NEAR, Files
from orchestrator.record.location import Lines, Place, read_location
from orchestrator.record.model import Code, Record, RecordedFinding, Status, StepName
from orchestrator.record.transitions import Phase, tell

# A fix was claimed that its reviewer can no longer send back, or has confirmed: found again, it is a new finding.
_SETTLED = (Phase.VERIFIED, Phase.FIXED_AGAIN, Phase.DECIDED_FIXED)


@dataclass(frozen=True, slots=True)
class Known:
    """A recorded finding with what it is compared by."""

    finding: RecordedFinding
    place: Place
    quote: Quote
    phase: Phase | None


class Recorded:
    """The findings of one step. Each stands for at most one finding of each role in a run.

    `files` are as they are now: they tell whether the evidence of a finding still stands where it was cited.
    """

    def __init__(self, record: Record | None, step: StepName, change_folder: str, files: Files) -> None:
        self._files = files
        self._stands: dict[str, bool | None] = {}
        self._known: list[Known] = []
        self._by_key: dict[tuple[str, ...], list[int]] = {}
        for own, finding in record.findings() if record else ():
            place = read_location(finding.location, own.name, change_folder)
            if own.name is not step or not isinstance(place, Place):
                continue
            for key in _keys(finding, place.path):
                self._by_key.setdefault(key, []).append(len(self._known))
            self._known.append(Known(finding, place, quote_of(finding), tell(finding).phase))

    def match(self, candidates: Sequence[Candidate]) -> list[RecordedFinding | None]:
        """For each candidate the recorded finding that it is, or None when it is to be recorded.

        What a role has raised before is matched first, such that as few as possible are left over; then each of the
        rest joins what another role has raised.
        """
        fitting = [self._fitting(candidate) for candidate in candidates]
        found: list[RecordedFinding | None] = [None] * len(candidates)
        taken: set[tuple[int, str]] = set()
        for role in dict.fromkeys(candidate.role for candidate in candidates):
            own = [number for number, candidate in enumerate(candidates) if candidate.role == role]
            wanted = [[one for one in fitting[number] if role in self._known[one].finding.roles] for number in own]
            for number, one in zip(own, matching(wanted), strict=True):
                if one is not None:
                    found[number] = self._known[one].finding
                    taken.add((one, role))
        for number, candidate in enumerate(candidates):
            free = (one for one in fitting[number] if (one, candidate.role) not in taken)
            if found[number] is None and (joined := next(free, None)) is not None:
                found[number] = self._known[joined].finding
                taken.add((joined, candidate.role))
        return found

    def _fitting(self, candidate: Candidate) -> list[int]:
        """The recorded findings that it may be, its role's own before those of another, the closest first."""
        quote = quote_of(candidate.finding)
        keys = _keys(candidate.finding, candidate.place.path)
        numbers = dict.fromkeys(number for key in keys for number in self._by_key.get(key, ()))
        return sorted(
            (number for number in numbers if self._is(self._known[number], candidate, quote)),
            key=lambda number: (
                self._known[number].finding.role != candidate.role,
                _distance(self._known[number], candidate),
            ),
        )

    def _is(self, known: Known, candidate: Candidate, quote: Quote) -> bool:
        old, new = known.finding, candidate.finding
        if known.phase in _SETTLED or not self._is_placed(known, candidate, quote):
            return False
        if old.role == candidate.role and old.signature:
            return old.signature == new.signature
        if not _agree(old, new) or not _overlap(known.quote, quote):
            return False
        if old.role == candidate.role or candidate.role in old.roles:
            return True
        # What one role took back, or rates lower, does not speak for another role.
        return old.status is not Status.REJECTED and new.severity.rank >= old.severity.rank

    def _is_placed(self, known: Known, candidate: Candidate, quote: Quote) -> bool:
        """True near what is cited, and for the same lines elsewhere once they stand there no longer: then they moved.

        Of a fix the lines must be left where they were: what stands elsewhere, or reads otherwise, is not what was fixed.
        """
        near = _is_near(known, candidate)
        if known.phase is Phase.FIXED:
            return near and self._is_left(known) is not False
        return near or (quote == known.quote and not self._is_left(known))

    def _is_left(self, known: Known) -> bool | None:
        """Whether the evidence still stands where it was cited; None where that cannot be compared."""
        if known.finding.id not in self._stands:
            self._stands[known.finding.id] = _stands(self._files, known)
        return self._stands[known.finding.id]


def is_claimed(finding: RecordedFinding) -> bool:
    """True when a fix was claimed that the finding's role has neither verified nor sent back."""
    return tell(finding).phase is Phase.FIXED


def matching(wanted: Sequence[Sequence[int]]) -> list[int | None]:
    """For each list one of its numbers, no number twice, and as many lists served as can be; None for the others."""
    holder: dict[int, int] = {}
    held: dict[int, int] = {}
    for start in range(len(wanted)):
        reached: dict[int, int] = {}
        queue = [start]
        free: int | None = None
        for one in queue:  # It grows: whoever holds a wanted number may find another.
            fresh = [number for number in wanted[one] if number not in reached]
            reached |= dict.fromkeys(fresh, one)
            free = next((number for number in fresh if number not in holder), None)
            if free is not None:
                break
            queue += (holder[number] for number in fresh)
        while free is not None:
            one = reached[free]
            previous = held.get(one)
            holder[free], held[one] = one, free
            free = previous
    return [held.get(number) for number in range(len(wanted))]


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


def _stands(files: Files, known: Known) -> bool | None:
    place = known.place
    text = files.text(place.path)
    if not isinstance(text, str):
        return None if text[0] is Code.EVIDENCE_UNCHECKED else False
    found = files.find(place.path, text, known.finding.evidence)
    return any(place.heading or is_near(place.first, one.first) for one in found)


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
    if candidate.role in (one.raised_by or (lead.role,)) or lead.place.heading != candidate.place.heading:
        return False
    if not _close(lead.lines, candidate.lines):
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
