"""The answer loop: who may say what about a finding, once or again, and who must speak next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from orchestrator.record.model import ENTRY_TEXTS, HUMAN, Code, Entry, Level, RecordedFinding, Status
from orchestrator.record.names import meant
from orchestrator.redaction import redact


class Actor(StrEnum):
    """Who answers. The author is whoever owns what is cited: neither the reviewing role nor a person who decides."""

    AUTHOR = "author"
    REVIEWER = "reviewer"
    HUMAN = "human"
    NOBODY = "nobody"


class Phase(StrEnum):
    """Where a finding stands, told by its whole history: one status can be reached in several ways."""

    OPEN = "open"
    REOPENED = "reopened"
    FIXED = "fixed"
    FIXED_AGAIN = "fixed-again"
    VERIFIED = "verified"
    DISPUTED = "disputed"
    MAINTAINED = "maintained"
    DECIDED_FIXED = "decided-fixed"
    FINAL = "final"


class _Rule(NamedTuple):
    """`actor` may bring a finding to `phase`; `needs` is the text that the entry must carry, or empty."""

    actor: Actor
    phase: Phase
    needs: str = ""


_DECISIONS = {
    Status.ACCEPTED_RISK: (_Rule(Actor.HUMAN, Phase.FINAL, "justification"),),
    Status.DEFERRED: (_Rule(Actor.HUMAN, Phase.FINAL, "to"),),
}
_BY_HUMAN = _Rule(Actor.HUMAN, Phase.DECIDED_FIXED, "ref")
_DISPUTE = (_Rule(Actor.AUTHOR, Phase.DISPUTED, "note"),)
_VERIFY = (_Rule(Actor.REVIEWER, Phase.VERIFIED),)
# The reviewer reopens once: a second fix can only be verified, and what is left is a person's to decide.
_RULES: dict[Phase, dict[Status, tuple[_Rule, ...]]] = {
    Phase.OPEN: {
        Status.FIXED: (_Rule(Actor.AUTHOR, Phase.FIXED, "ref"), _BY_HUMAN),
        Status.DISPUTED: _DISPUTE,
        **_DECISIONS,
    },
    Phase.REOPENED: {
        Status.FIXED: (_Rule(Actor.AUTHOR, Phase.FIXED_AGAIN, "ref"), _BY_HUMAN),
        Status.DISPUTED: _DISPUTE,
        **_DECISIONS,
    },
    Phase.FIXED: {Status.FIXED: _VERIFY, Status.OPEN: (_Rule(Actor.REVIEWER, Phase.REOPENED, "note"),)},
    Phase.FIXED_AGAIN: {Status.FIXED: _VERIFY},
    Phase.DECIDED_FIXED: {Status.FIXED: _VERIFY},
    Phase.DISPUTED: {
        Status.REJECTED: (_Rule(Actor.REVIEWER, Phase.FINAL),),
        Status.DISPUTED: (_Rule(Actor.REVIEWER, Phase.MAINTAINED, "note"),),
    },
    Phase.MAINTAINED: {Status.FIXED: (_BY_HUMAN,), **_DECISIONS},
    Phase.VERIFIED: {},
    Phase.FINAL: {},
}
_NEXT = {
    Phase.OPEN: Actor.AUTHOR,
    Phase.REOPENED: Actor.AUTHOR,
    Phase.FIXED: Actor.REVIEWER,
    Phase.FIXED_AGAIN: Actor.REVIEWER,
    Phase.DISPUTED: Actor.REVIEWER,
    Phase.MAINTAINED: Actor.HUMAN,
}
_CARRIES = {
    "ref": "the commit or the files of the fix",
    "note": "the argument",
    "to": "the change or issue it goes to",
    "justification": "why the risk is accepted",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an answer is not taken. `lasting` when no later answer can be judged either."""

    code: Code
    reason: str
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """What a history says: where the finding stands, and each faulty entry with its fault.

    `phase` is None from the first entry on that no rule allows.
    """

    phase: Phase | None
    faults: tuple[tuple[Entry, Refusal], ...] = ()


def tell(finding: RecordedFinding) -> Told:
    """Reads the history of `finding` from its first entry on."""
    first, *later = finding.history
    if first.status is not Status.OPEN or first.by != finding.role:
        reason = f"the history does not begin with `open` by {finding.role}"
        return Told(None, ((first, Refusal(Code.INVALID, reason, lasting=True)),))
    phase = Phase.OPEN
    faults: list[tuple[Entry, Refusal]] = []
    for entry in later:
        following, refusals = _step(phase, entry, finding.role)
        faults += ((entry, refusal) for refusal in refusals)
        if following is None:
            return Told(None, tuple(faults))
        phase = following
    return Told(phase, tuple(faults))


def next_actor(finding: RecordedFinding) -> Actor:
    """Who must answer next. Nobody also where the history is broken: then the record is to be mended first.

    A high finding that its reviewer opened again is a person's to decide, a lesser one goes back to its author.
    """
    phase = tell(finding).phase
    if phase is Phase.REOPENED and finding.severity is Level.HIGH:
        return Actor.HUMAN
    return _NEXT.get(phase, Actor.NOBODY) if phase else Actor.NOBODY


def answer(finding: RecordedFinding, entry: Entry) -> RecordedFinding | Refusal:
    """`finding` with `entry` at the end of its history, or why that may not be said now, by this one or like this.

    Secrets are taken out of what the entry says.
    """
    told = tell(finding)
    if told.phase is None:
        return Refusal(Code.INVALID, f"the history of {finding.id} is broken: mend it in the record first")
    _, refusals = _step(told.phase, entry, finding.role)
    if refusals:
        return replace(refusals[0], reason=f"{finding.id}: {refusals[0].reason}")
    ref, note, to, justification = (redact(getattr(entry, name))[0] for name in ENTRY_TEXTS)
    said = replace(entry, ref=ref, note=note, to=to, justification=justification)
    return replace(finding, history=(*finding.history, said))


def _step(phase: Phase, entry: Entry, role: str) -> tuple[Phase | None, list[Refusal]]:
    rules = _RULES[phase].get(entry.status, ())
    if not rules:
        return None, [Refusal(Code.INVALID, _not_allowed(phase, entry.status), lasting=True)]
    rule = next((rule for rule in rules if _is(rule.actor, entry, role)), None)
    refusals = []
    if rule is None:
        refusals.append(Refusal(Code.DECISION_INCOMPLETE, _not_by(entry, [one.actor for one in rules], role)))
        rule = rules[0]
    if rule.needs and not getattr(entry, rule.needs).strip():
        refusals.append(Refusal(Code.DECISION_INCOMPLETE, _needs(entry.status, rule.needs)))
    return rule.phase, refusals


def _needs(status: Status, text: str) -> str:
    return f"`{status}` needs `{text}`, {_CARRIES[text]}; record answer takes it with --{text} TEXT"


def _not_by(entry: Entry, actors: Sequence[Actor], role: str) -> str:
    """Who may say it instead, and how that one is written."""
    names = {
        Actor.AUTHOR: "the author (any name but the reviewing role's)",
        Actor.REVIEWER: f"the reviewing role ({role})",
        Actor.HUMAN: f"a person ({HUMAN}NAME)",
    }
    said = f"`{entry.status}` can be said now by {' or '.join(names[one] for one in actors)}, not by {entry.by[:80]!r}"
    nearly = meant(entry.by, role)
    return f"{said}; was {nearly[:80]} meant?" if nearly else said


def _is(actor: Actor, entry: Entry, role: str) -> bool:
    if actor is Actor.HUMAN:
        return entry.human
    if actor is Actor.REVIEWER:
        return entry.by == role
    return not entry.by.startswith(HUMAN) and entry.by != role and not meant(entry.by, role)


def _not_allowed(phase: Phase, status: Status) -> str:
    possible = ", ".join(f"`{one}`" for one in _RULES[phase])
    after = f"`{status}` cannot follow here, where the finding is {phase.replace('-', ' ')}"
    return f"{after}: {f'what can is {possible}' if possible else 'nothing can, raise a new finding'}"
