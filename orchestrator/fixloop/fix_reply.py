"""Reading what a fixer answered: fixes and reasons against one, and each entry that could not be used by name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from orchestrator.findings.reply import read_reply
from orchestrator.redaction import redact
from orchestrator.schemas import validator
from orchestrator.values.finding import Finding
from orchestrator.values.fix import Declined, Edit, Proposal
from orchestrator.values.outcome import ReplyProblem, ReplyShape

EDITS = "fix-reply"
REPORT = "fix-report"
"""Schemas of a reply with edits, and of one by a fixer that has edited files itself."""
MAX_NOTE = 300
MAX_PROBLEMS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class FixReply:
    """A reply in order of the findings. `malformed` names every entry and every finding that nothing could be made of."""

    proposals: tuple[Proposal, ...]
    declined: tuple[Declined, ...]
    malformed: tuple[str, ...] = ()

    @property
    def problem(self) -> ReplyProblem | None:
        """What to tell the fixer about entries that could not be used; None when there are none."""
        if not self.malformed:
            return None
        return ReplyProblem(ReplyShape.SCHEMA_DRIFT, "; ".join(self.malformed[:MAX_PROBLEMS]))


def read_fixes(text: str, findings: Sequence[Finding], fixer: str, *, schema: str = EDITS) -> FixReply | ReplyProblem:
    """The reply `text` about `findings`, which were numbered from 1; a problem when nothing at all can be read.

    With the schema REPORT fixes bring no edits: each proposal is made without any.
    """
    reply = read_reply(text)
    if reply.error:
        return ReplyProblem(reply.shape, redact(reply.error)[0])
    data = reply.data
    if not isinstance(data, dict) or not all(isinstance(data.get(key), list) for key in ("fixes", "declined")):
        return ReplyProblem(ReplyShape.SCHEMA_DRIFT, "the reply must be an object with the lists fixes and declined")
    return _Reading(findings, fixer, schema).read(data)


class _Reading:
    """Collects what can be used and names what cannot."""

    def __init__(self, findings: Sequence[Finding], fixer: str, schema: str) -> None:
        self._findings = findings
        self._fixer = fixer
        self._kinds = validator(schema)
        self._answers: dict[int, Proposal | Declined] = {}
        self._malformed: list[str] = []

    def read(self, data: dict[str, Any]) -> FixReply:
        for key in ("fixes", "declined"):
            for place, entry in enumerate(data[key]):
                self._take(key, place, entry)
        missing = [number for number in range(1, len(self._findings) + 1) if number not in self._answers]
        self._malformed += [f"finding {number} is not answered" for number in missing]
        ordered = [self._answers[number] for number in sorted(self._answers)]
        return FixReply(
            proposals=tuple(_merged(one for one in ordered if isinstance(one, Proposal))),
            declined=tuple(one for one in ordered if isinstance(one, Declined)),
            malformed=tuple(self._malformed),
        )

    def _take(self, key: str, place: int, entry: Any) -> None:
        problem = self._problem(key, entry)
        number = 0 if problem else int(entry["finding"])
        if not problem and not 1 <= number <= len(self._findings):
            problem = f"there is no finding {number}"
        if not problem and number in self._answers:
            problem = f"finding {number} is answered twice"
        if problem:
            self._malformed.append(f"{key}[{place}]: {problem}")
            return
        finding = self._findings[number - 1]
        self._answers[number] = (
            Declined(finding, self._fixer, _line(entry["reason"]))
            if key == "declined"
            else Proposal(
                findings=(finding,),
                edits=tuple(Edit(one["file"], one["find"], one["replace"]) for one in entry.get("edits", ())),
                fixer=self._fixer,
                note=_line(entry.get("note") or ""),
                masked=True,
            )
        )

    def _problem(self, key: str, entry: Any) -> str:
        """The first breach without the offending value: that may be long, and it may hold a secret."""
        alone = {"fixes": [], "declined": [], key: [entry]}
        broken = next(iter(self._kinds.iter_errors(alone)), None)
        if broken is None:
            return ""
        steps = list(broken.absolute_path)[2:]
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
        named = where.lstrip(".") or "it"
        if broken.validator == "required":
            expected: Any = broken.validator_value
            given: Any = broken.instance
            lacking = [key for key in expected if key not in given]
            return f"{named} lacks {', '.join(lacking)}"
        if broken.validator == "type":
            return f"{named} must be of type {broken.validator_value}"
        return f"{named} must not be empty"


def _merged(proposals: Iterator[Proposal]) -> list[Proposal]:
    """Findings that the same edits mend share one proposal: made twice, the second would find nothing to replace."""
    made: dict[tuple[Edit, ...], Proposal] = {}
    for one in proposals:
        known = made.get(one.edits)
        made[one.edits] = replace(known, findings=(*known.findings, *one.findings)) if known else one
    return list(made.values())


def _line(text: str) -> str:
    line = redact(" ".join(text.split()))[0]
    return line if len(line) <= MAX_NOTE else f"{line[: MAX_NOTE - 1]}…"
