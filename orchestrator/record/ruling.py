"""What a reply says about a recorded finding: read, checked against its schema, its quote held against what was shown."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from orchestrator.findings.evidence import Evidence, check
from orchestrator.findings.quotes import clean_text
from orchestrator.findings.reply import read_reply
from orchestrator.fixloop.verdict import breach, short
from orchestrator.record.asking import Inquiry, Matter
from orchestrator.record.model import Entry, Status
from orchestrator.redaction import redact
from orchestrator.schemas import validator
from orchestrator.values.finding import Confidence, Finding, Severity
from orchestrator.values.outcome import ReplyProblem, ReplyShape
from orchestrator.values.text import printable_path
from orchestrator.values.turn import Payload, Shown

AUTHOR = "author"
"""Who disputes what the skeptic has refuted: it drafts, and only an author can file."""
# What the prompt prints in front of a line: an author who reads the record looks for the code behind it.
_NUMBER = re.compile(r"^[ \t]*\d{1,7}[ \t]*\|[ \t]?", re.MULTILINE)
_KEYS = frozenset({"verdict", "reason", "evidence"})


class Verdict(StrEnum):
    """What a reviewer or the skeptic says."""

    VERIFIED = "verified"
    REOPENED = "reopened"
    ACCEPTED = "accepted"
    MAINTAINED = "maintained"
    REFUTED = "refuted"
    STANDS = "stands"
    INSUFFICIENT = "insufficient-context"


SCHEMAS = {
    Matter.FIX: "record-check-reply",
    Matter.DISPUTE: "record-check-reply",
    Matter.CHALLENGE: "record-challenge-reply",
}
POSSIBLE = {
    Matter.FIX: (Verdict.VERIFIED, Verdict.REOPENED, Verdict.INSUFFICIENT),
    Matter.DISPUTE: (Verdict.ACCEPTED, Verdict.MAINTAINED, Verdict.INSUFFICIENT),
    Matter.CHALLENGE: (Verdict.REFUTED, Verdict.STANDS, Verdict.INSUFFICIENT),
}
QUOTED = frozenset({Verdict.REOPENED, Verdict.MAINTAINED, Verdict.REFUTED})
"""Verdicts that stand on a quote."""
_STATUS = {
    Verdict.VERIFIED: Status.FIXED,
    Verdict.REOPENED: Status.OPEN,
    Verdict.ACCEPTED: Status.REJECTED,
    Verdict.MAINTAINED: Status.DISPUTED,
    Verdict.REFUTED: Status.DISPUTED,
}


@dataclass(frozen=True, slots=True)
class Ruled:
    """A reply that was understood. `file` and `line` say where its quote stands; empty and 0 without one.

    `overruled` says why the verdict is not the one that was stated; empty when it is.
    """

    verdict: Verdict
    reason: str
    evidence: str = ""
    file: str = ""
    line: int = 0
    overruled: str = ""


RulingJudge = Callable[[str, Payload, Mapping[str, Shown]], Ruled | ReplyProblem]


def make_ruling_judge(inquiry: Inquiry) -> RulingJudge:
    """Judges replies to `inquiry`.

    A quote that is not found makes the verdict `insufficient-context`, whatever was stated, and so does a verdict that
    needs one and has none. Nothing else is changed about what a reviewer says.
    """

    def judge(text: str, payload: Payload, extra: Mapping[str, Shown]) -> Ruled | ReplyProblem:
        reply = read_reply(text)
        if reply.error:
            return ReplyProblem(reply.shape, redact(reply.error)[0])
        problems = tuple(_problems(reply.data, inquiry.matter))
        if problems:
            said = redact(f"the reply breaks the contract: {'; '.join(problems)}")[0]
            return ReplyProblem(ReplyShape.SCHEMA_DRIFT, said)
        assert isinstance(reply.data, dict)  # noqa: S101 - the schema has just said so; this tells the type checker
        return _ruled(reply.data, inquiry, payload, extra)

    return judge


def entry_of(inquiry: Inquiry, ruled: Ruled) -> Entry | None:
    """What the record says of `ruled`, None for a verdict that changes nothing.

    A check is an answer of the owning role. A refutation is one that the author may give, in the words of the skeptic.
    """
    status = _STATUS.get(ruled.verdict)
    if status is None:
        return None
    quote = short(_NUMBER.sub("", ruled.evidence))
    place = f"{printable_path(ruled.file)}:{ruled.line}"
    quoted = f'{ruled.reason} ({place}: "{quote}")' if quote and ruled.file else ruled.reason
    if inquiry.matter is Matter.CHALLENGE:
        return Entry(status=status, by=AUTHOR, note=f"{inquiry.lens.name}: {quoted}")
    return Entry(status=status, by=inquiry.finding.role, note=quoted)


def _problems(data: Any, matter: Matter) -> Iterable[str]:
    breaches = tuple(breach(error) for error in validator(SCHEMAS[matter]).iter_errors(data))
    if breaches:
        yield from breaches
        return
    possible = POSSIBLE[matter]
    if data["verdict"] not in possible:
        yield f"{data['verdict']} is no verdict on a {matter.value}: {', '.join(possible)} are"
    for key, value in data.items():
        # What is found beside the verdict must not get lost on the way to it.
        if key not in _KEYS and isinstance(value, list | dict) and value:
            yield f"{key[:40]!r} is no key of this reply: it holds one verdict on one finding"


def _ruled(data: Mapping[str, Any], inquiry: Inquiry, payload: Payload, extra: Mapping[str, Shown]) -> Ruled:
    stated, reason = Verdict(data["verdict"]), clean_text(data["reason"])
    quote = clean_text(data.get("evidence") or "")
    told, shown = short(reason), redact(quote)[0]
    needed = stated in QUOTED
    if stated is Verdict.INSUFFICIENT or (not needed and not quote.strip()):
        return Ruled(stated, told)
    evidence = Evidence.of(payload, extra)
    tried = [_placed(inquiry, path, quote, evidence, strict=needed) for path in _paths(inquiry, payload, extra)]
    found = next((one for one in tried if not one.withheld_because), None)
    if found is None:
        why = tried[0].withheld_because if tried else "no file was shown"
        return Ruled(Verdict.INSUFFICIENT, told, shown, overruled=f"it said {stated}, but {why}")
    return Ruled(stated, told, shown, found.file, found.line)


def _paths(inquiry: Inquiry, payload: Payload, extra: Mapping[str, Shown]) -> tuple[str, ...]:
    """Where a quote may stand, the cited file first."""
    shown = dict.fromkeys((*payload.contents, *payload.excerpts, *extra))
    return tuple(sorted(shown, key=lambda path: path != inquiry.place.path))


def _placed(inquiry: Inquiry, path: str, quote: str, evidence: Evidence, *, strict: bool) -> Finding:
    """The quote as evidence in `path`; only where it stands is asked, so nothing but the place counts."""
    probe = Finding(
        agent=inquiry.lens.name,
        severity=Severity.WARNING,
        confidence=Confidence.MEDIUM,
        file=path,
        line=inquiry.lines[0] if path == inquiry.place.path else 1,
        message="",
        evidence=quote,
    )
    return replace(check(probe, evidence, strict=strict), message="")
