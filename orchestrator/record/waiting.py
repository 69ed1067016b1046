"""Which findings of a record are to be put before somebody, and what the record says once they have answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from orchestrator.record.asking import Matter
from orchestrator.record.edit import write_findings
from orchestrator.record.model import Code, Entry, ProblemLevel, RecordedFinding, Status, Step
from orchestrator.record.parse import Parsed, parse
from orchestrator.record.transitions import Actor, Phase, Refusal, answer, next_actor, tell

EDITED = "it was changed in the record meanwhile, so nothing was written; ask again"
REMOVED = "it is not in the record any more"
AGAIN = "it was reopened once already, so this is not written; what is still there is raised as a new finding by the next review"
BROKEN = "its record has errors: `code-review record validate` names them"
# An author may dispute a finding only in these; the skeptic has nothing to say about any other.
_DISPUTABLE = (Phase.OPEN, Phase.REOPENED)


class Waiting(NamedTuple):
    """A finding with its step, and what is to be judged about it."""

    step: Step
    finding: RecordedFinding
    matter: Matter


@dataclass(frozen=True, slots=True)
class Chosen:
    """`waiting` in the order of the record. `idle` says of findings that were named why there is nothing to judge about
    them, `refused` of findings that cannot be judged why not."""

    waiting: tuple[Waiting, ...]
    idle: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    refused: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Applied:
    """The text of a record with new answers in it. `refused` says why an answer is not, by the id of the finding."""

    text: str
    written: tuple[str, ...]
    refused: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def to_check(parsed: Parsed, ids: Sequence[str] = ()) -> Chosen:
    """The findings whose last answer waits for its reviewer; of `ids` alone where there are any.

    Raises KeyError for an id that is not recorded.
    """
    candidates, refused = _chosen(parsed, ids)
    found, idle = [], {}
    for step, finding in candidates:
        if next_actor(finding) is Actor.REVIEWER:
            matter = Matter.DISPUTE if finding.status is Status.DISPUTED else Matter.FIX
            found.append(Waiting(step, finding, matter))
        elif finding.id in ids:
            idle[finding.id] = f"no answer of it waits for its reviewer: it is {finding.status}"
    return Chosen(tuple(found), MappingProxyType(idle), MappingProxyType(refused))


def to_challenge(parsed: Parsed, ids: Sequence[str] = ()) -> Chosen:
    """The findings that are open and that their author may dispute; of `ids` alone where there are any.

    Raises KeyError for an id that is not recorded.
    """
    candidates, refused = _chosen(parsed, ids)
    found, idle = [], {}
    for step, finding in candidates:
        if tell(finding).phase in _DISPUTABLE:
            found.append(Waiting(step, finding, Matter.CHALLENGE))
        elif finding.id in ids:
            idle[finding.id] = f"only an open finding can be challenged: it is {finding.status}"
    return Chosen(tuple(found), MappingProxyType(idle), MappingProxyType(refused))


def apply_entries(text: str, entries: Sequence[tuple[RecordedFinding, Entry]]) -> Applied:
    """`text` with each entry at the end of the history of its finding, one entry for each finding.

    A finding that is no longer what it was when somebody was asked about it is left alone, and so is one to which the
    entry may not be added now. Everything else in the text stays byte for byte.
    """
    parsed = parse(text)
    done: dict[str, RecordedFinding] = {}
    refused: dict[str, str] = {}
    for asked, entry in entries:
        now = parsed.record.find(asked.id)
        if now != asked:
            refused[asked.id] = EDITED if now else REMOVED
            continue
        after = answer(now, entry)
        if isinstance(after, Refusal):
            reopens = entry.status is Status.OPEN and tell(now).phase is Phase.FIXED_AGAIN
            refused[asked.id] = AGAIN if reopens else after.reason
        else:
            done[asked.id] = after
    if not done:
        return Applied(text, (), MappingProxyType(refused))
    return Applied(write_findings(parsed, tuple(done.values())), tuple(done), MappingProxyType(refused))


def _chosen(parsed: Parsed, ids: Sequence[str]) -> tuple[list[tuple[Step, RecordedFinding]], dict[str, str]]:
    """The findings that were named, all of them without `ids`, and those that cannot be judged with the reason."""
    found = [(step, finding) for step, finding in parsed.record.findings() if not ids or finding.id in ids]
    broken = [one.id for step in parsed.record.steps for section in step.roles for one in section.broken if one.id]
    known = [finding.id for _, finding in found]
    missing = next((one for one in ids if one not in {*known, *broken}), None)
    if missing is not None:
        raise KeyError(missing)
    refused = {one: BROKEN for one in broken if not ids or one in ids}
    refused |= {finding.id: BROKEN for _, finding in found if _is_broken(parsed, finding)}
    return [(step, finding) for step, finding in found if finding.id not in refused], refused


def _is_broken(parsed: Parsed, finding: RecordedFinding) -> bool:
    if tell(finding).phase is None:
        return True
    errors = (one for one in parsed.problems if one.level is ProblemLevel.ERROR and one.code is Code.INVALID)
    return any(one.finding == finding.id for one in errors)
