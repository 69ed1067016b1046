"""What became of asking about the findings of a record, for people and for programs."""

import shlex
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from orchestrator.record.asking import Matter
from orchestrator.record.consulting import Ruling
from orchestrator.record.model import Entry
from orchestrator.record.transitions import Refusal
from orchestrator.record.transitions import answer as may_answer
from orchestrator.values.turn import Usage

SCHEMA = "code-review-record-asked/1"

Object = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One call of `record check` or `record challenge` for a change. `writes` says whether answers go into the record.

    `answers` are in the order of the record; `idle` and `refused` say of other findings why nobody was asked, the latter
    of those that need an answer all the same.
    """

    change: str
    path: str
    matter: str
    writes: bool
    answers: tuple["Answer", ...] = ()
    idle: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    refused: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def complete(self) -> bool:
        """True when everything that was to be decided is decided, and stands in the record where it is to."""
        return not self.refused and all(one.settled or not (self.writes or one.undecided) for one in self.answers)


@dataclass(frozen=True, slots=True)
class Answer:
    """A ruling, and the answer that it comes to; None where it changes nothing. `why` says why it is not written."""

    ruling: Ruling
    entry: Entry | None = None
    written: bool = False
    why: str = ""

    @property
    def undecided(self) -> bool:
        """True when nobody could say."""
        return not self.ruling.decided

    @property
    def settled(self) -> bool:
        """True when nothing is left to do about it."""
        return not self.undecided and (self.entry is None or self.written)


def command_of(asked: Asked, answer: Answer) -> str:
    """The command line that gives this answer by hand; empty where there is none to give, or where it may not be given."""
    entry, finding = answer.entry, answer.ruling.inquiry.finding
    if entry is None or isinstance(may_answer(finding, entry), Refusal):
        return ""
    words = ("answer", finding.id, "--change", asked.change, "--status", entry.status.value, "--by", entry.by)
    return shlex.join(("code-review", "record", *words, "--note", entry.note))


def asked_object(asked: Asked) -> Object:
    """The object that the schema `record-asked` describes."""
    usage = sum((one.ruling.usage for one in asked.answers), start=Usage())
    return {
        "schema": SCHEMA,
        "change": asked.change,
        "path": asked.path,
        "asked": asked.matter,
        "complete": asked.complete,
        "findings": [_answer(asked, one) for one in asked.answers],
        "idle": [{"id": name, "reason": why} for name, why in asked.idle.items()],
        "refused": [{"id": name, "reason": why} for name, why in asked.refused.items()],
        "cost": {
            "tokens": {
                "input": usage.input,
                "cachedRead": usage.cached_read,
                "cachedWrite": usage.cached_write,
                "output": usage.output,
            },
            "usd": usage.usd,
        },
    }


def counted(asked: Asked) -> Mapping[str, int]:
    """How often each verdict was given, those that were given first."""
    return Counter(one.ruling.ruled.verdict.value for one in asked.answers)


def _answer(asked: Asked, answer: Answer) -> Object:
    ruling, entry = answer.ruling, answer.entry
    ruled, finding = ruling.ruled, ruling.inquiry.finding
    kind = ruling.inquiry.matter
    return {
        "id": finding.id,
        "answer": None if kind is Matter.CHALLENGE else kind.value,
        "agentName": ruling.inquiry.lens.name,
        "verdict": ruled.verdict.value,
        "reason": ruling.reason,
        "evidence": ruled.evidence or None,
        "file": ruled.file or None,
        "line": ruled.line or None,
        "entry": {"status": entry.status.value, "by": entry.by, "note": entry.note} if entry else None,
        "written": answer.written,
        "unwritten": answer.why or None,
        "command": command_of(asked, answer) or None,
        "failure": ruling.failure.value if ruling.failure else None,
        "attempts": ruling.attempts,
        "engine": ruling.engine,
        "model": ruling.model or None,
        "notes": list(ruling.notes),
    }
