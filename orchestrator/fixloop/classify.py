"""One round against the ledger: what is new, what came back, and whether the loop goes on."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from orchestrator.fixloop.ledger import Entry, Ledger, Round
from orchestrator.fixloop.provenance import FixPlaces, places_of
from orchestrator.fixloop.signature import NEARBY, is_near, signature
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Finding

ROUND_CAP = 4
"""The round that ends a loop whatever it found: the first panel and three more."""


class Reason(StrEnum):
    """Why the loop ends."""

    ROUND_CAP = "round-cap"
    PERSISTS = "same-issues-persist"
    CONVERGED = "converged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Classified:
    """A round: every finding that counts is in exactly one of `new`, `carried` and `duplicates`.

    `ledger` holds the round. `duplicates` repeat another finding of the same round. `terminate` says that the loop
    ends, for `reason`.
    """

    ledger: Ledger
    new: tuple[Finding, ...]
    carried: tuple[Finding, ...]
    duplicates: tuple[Finding, ...]
    reason: Reason | None

    @property
    def actionable_new(self) -> tuple[Finding, ...]:
        """The new findings that another fix may be made for."""
        return tuple(one for one in self.new if one.actionable)

    @property
    def terminate(self) -> bool:
        """True when no further round follows."""
        return self.reason is not None

    @property
    def escalates(self) -> bool:
        """True when the loop ends without having converged: a person must look, and the run fails."""
        return self.reason is not None and self.reason is not Reason.CONVERGED


class _Key(NamedTuple):
    signature: str
    line: int


@dataclass(frozen=True, slots=True)
class _Group:
    """Reports of one finding within a round; `key` has the first of their lines, `first` is the strongest."""

    key: _Key
    first: Finding
    others: tuple[Finding, ...]


def classify(
    ledger: Ledger, round_number: int, findings: Iterable[Finding], fix: Iterable[ChangedFile] | None = None
) -> Classified:
    """`findings` of round `round_number` (1 is the first panel) against all earlier rounds of `ledger`.

    Findings that do not count are left aside. `fix` is the parsed diff of the fix before this round, None when it is
    not known. A round that is classified again replaces itself and what came after it.
    """
    earlier = tuple(one for one in ledger.rounds if one.number < round_number)
    groups = _groups([one for one in findings if one.counts])
    carried = set(_assign(_known(earlier), [group.key for group in groups]))
    places = places_of(fix) if fix is not None else None
    entries = tuple(_entry(group, index not in carried, places) for index, group in enumerate(groups))
    new = tuple(group.first for index, group in enumerate(groups) if index not in carried)
    back = tuple(group.first for index, group in enumerate(groups) if index in carried)
    return Classified(
        ledger=replace(ledger, rounds=(*earlier, Round(round_number, entries))),
        new=new,
        carried=back,
        duplicates=tuple(one for group in groups for one in group.others),
        reason=_reason(round_number, new, back),
    )


def _reason(round_number: int, new: Sequence[Finding], carried: Sequence[Finding]) -> Reason | None:
    if round_number >= ROUND_CAP:
        return Reason.ROUND_CAP
    if round_number < 2 or any(one.actionable for one in new):
        return None
    # What a fix was made for and what is still there will not go away by asking again.
    return Reason.PERSISTS if any(one.actionable for one in carried) else Reason.CONVERGED


def _groups(findings: Sequence[Finding]) -> list[_Group]:
    """Findings of one round by what they report, in order of path and line; two alike are more than three lines apart."""
    ordered = sorted(((signature(one), one) for one in findings), key=lambda pair: (pair[0], pair[1].line))
    clusters: list[tuple[_Key, list[Finding]]] = []
    for sign, one in ordered:
        if clusters and clusters[-1][0].signature == sign and is_near(clusters[-1][0].line, one.line):
            clusters[-1][1].append(one)
        else:
            clusters.append((_Key(sign, one.line), [one]))
    ranked = ((key, sorted(members, key=_strength)) for key, members in clusters)
    groups = [_Group(key, first, tuple(others)) for key, (first, *others) in ranked]
    return sorted(groups, key=lambda group: (group.first.file, group.key.line, group.key.signature))


def _strength(finding: Finding) -> tuple[int, int, int, str]:
    return finding.severity.rank, list(Confidence).index(finding.confidence), finding.line, finding.message


def _known(rounds: Sequence[Round]) -> list[_Key]:
    """What the rounds found, each finding once, at the line where it was seen last."""
    known: list[_Key] = []
    for one in rounds:
        seen = [_Key(entry.signature, entry.line) for entry in one.findings]
        pairs = _assign(known, seen)
        for index, key in enumerate(seen):
            if index in pairs:
                known[pairs[index]] = key
        known += [key for index, key in enumerate(seen) if index not in pairs]
    return known


def _assign(known: Sequence[_Key], seen: Sequence[_Key]) -> dict[int, int]:
    """Index in `seen` to index in `known`: the same signature, at most three lines apart, nearest first, each once."""
    places: dict[_Key, list[int]] = defaultdict(list)
    for index, key in enumerate(known):
        places[key].append(index)
    pairs = sorted(
        (abs(step), sign, line + step, line, old, index)
        for index, (sign, line) in enumerate(seen)
        for step in range(-NEARBY, NEARBY + 1)
        for old in places.get(_Key(sign, line + step), ())
    )
    assigned: dict[int, int] = {}
    used: set[int] = set()
    for *_, old, index in pairs:
        if index not in assigned and old not in used:
            assigned[index] = old
            used.add(old)
    return assigned


def _entry(group: _Group, new: bool, places: FixPlaces | None) -> Entry:
    first = group.first
    return Entry(
        signature=group.key.signature,
        agent=first.agent,
        file=first.file,
        line=group.key.line,
        severity=first.severity,
        confidence=first.confidence,
        actionable=first.actionable,
        new=new,
        fix_provenance=None if places is None else first in places,
    )
