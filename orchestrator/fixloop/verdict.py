"""What a reply says about a fix: read, checked against its schema, its quote held against what the reviewer was shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from orchestrator.findings.evidence import Evidence, check
from orchestrator.findings.quotes import clean_text
from orchestrator.findings.reply import read_reply
from orchestrator.redaction import redact
from orchestrator.schemas import validator
from orchestrator.values.finding import Anchor, Finding
from orchestrator.values.outcome import ReplyProblem, ReplyShape
from orchestrator.values.turn import Payload, Shown

if TYPE_CHECKING:  # jsonschema is loaded when the first reply is checked, not when the command starts
    from jsonschema.exceptions import ValidationError

SCHEMA = "verification-reply"
_KEYS = frozenset({"verdict", "reason", "evidence"})
_MOST = 500
"""Characters of a reason that are kept."""
_TAKEN_OUT = "the quote stands only in lines that the fix took out"


class Verdict(StrEnum):
    """Whether a finding is gone."""

    RESOLVED = "resolved"
    PERSISTS = "persists"
    INSUFFICIENT = "insufficient-context"


@dataclass(frozen=True, slots=True)
class Judged:
    """A reply that was understood. `finding` is where it stands now; its evidence is the quote of one that persists.

    `overruled` says why the verdict is not the one that was stated; empty when it is.
    """

    verdict: Verdict
    reason: str
    evidence: str
    finding: Finding
    overruled: str = ""


VerdictJudge = Callable[[str, Payload, Mapping[str, Shown]], Judged | ReplyProblem]


def make_verdict_judge(finding: Finding) -> VerdictJudge:
    """Judges replies about `finding`, whose line is the one it has after the fix.

    A quote that is not found makes the verdict `insufficient-context`, whatever was stated, and so does a `persists`
    without one. Nothing else is changed about what a reviewer says.
    """

    def judge(text: str, payload: Payload, extra: Mapping[str, Shown]) -> Judged | ReplyProblem:
        reply = read_reply(text)
        if reply.error:
            return ReplyProblem(reply.shape, redact(reply.error)[0])
        problems = _problems(reply.data)
        if problems:
            said = redact(f"the reply breaks the contract: {'; '.join(problems)}")[0]
            return ReplyProblem(ReplyShape.SCHEMA_DRIFT, said)
        assert isinstance(reply.data, dict)  # noqa: S101 - the schema has just said so; this tells the type checker
        return _judged(reply.data, finding, payload, extra)

    return judge


def short(text: str) -> str:
    """`text` on one line of bounded length, without secrets and control characters."""
    line = redact(" ".join(clean_text(text).split()))[0]
    return line if len(line) <= _MOST else f"{line[: _MOST - 3]}..."


def _problems(data: Any) -> tuple[str, ...]:
    breaches = tuple(breach(error) for error in validator(SCHEMA).iter_errors(data))
    if breaches:
        return breaches
    # What is found beside the verdict must not get lost on the way to it.
    return tuple(
        f"{key[:40]!r} is no key of this reply: it holds one verdict on one finding"
        for key, value in data.items()
        if key not in _KEYS and isinstance(value, list | dict) and value
    )


def breach(error: "ValidationError") -> str:
    """One breach without the offending value: that may be long, and it may hold a secret."""
    place = ".".join(str(part) for part in error.absolute_path)
    expected: Any = error.validator_value
    if error.validator == "required":
        given: Any = error.instance
        return f"it lacks {', '.join(key for key in expected if key not in given)}"
    if error.validator == "enum":
        return f"{place} must be one of {', '.join(expected)}"
    if error.validator == "pattern":
        return f"{place} must not be blank"
    kind = expected if isinstance(expected, str) else " or ".join(expected)
    return f"{place or 'the reply'} must be of type {kind}"


def _judged(data: Mapping[str, Any], finding: Finding, payload: Payload, extra: Mapping[str, Shown]) -> Judged:
    stated, reason = Verdict(data["verdict"]), clean_text(data["reason"])
    quote = clean_text(data.get("evidence") or "")
    evidence = Evidence.of(payload, extra)
    told, shown = short(reason), redact(quote)[0]
    if stated is Verdict.INSUFFICIENT or (stated is Verdict.RESOLVED and not quote.strip()):
        return Judged(stated, told, shown, finding)
    strict = stated is Verdict.PERSISTS
    tried = tuple(_placed(finding, path, quote, reason, evidence, strict=strict) for path in _paths(finding, payload))
    found = next((one for one in tried if not _why_not(one, strict=strict)), None)
    if found is None:
        why = _why_not(tried[0], strict=strict) if tried else "no file was shown"
        return Judged(Verdict.INSUFFICIENT, told, shown, finding, overruled=f"it said {stated}, but {why}")
    if stated is Verdict.RESOLVED:
        return Judged(stated, told, shown, finding)
    now = replace(found, message=finding.message, suggested_fix=finding.suggested_fix, in_diff=finding.in_diff)
    return Judged(stated, told, shown, now)


def _paths(finding: Finding, payload: Payload) -> tuple[str, ...]:
    """Where a quote may stand, the file of the finding first: a fix can move a defect into another file."""
    shown = dict.fromkeys((*(file.path for file in payload.files), *payload.excerpts))
    return tuple(sorted(shown, key=lambda path: path != finding.file))


def _placed(finding: Finding, path: str, quote: str, reason: str, evidence: Evidence, *, strict: bool) -> Finding:
    line = finding.line if path == finding.file else 1
    probe = replace(finding, file=path, line=line, end_line=None, evidence=quote, message=reason, anchor=None)
    return check(replace(probe, withheld_because="", suppressed_by=""), evidence, strict=strict)


def _why_not(placed: Finding, *, strict: bool) -> str:
    """Why the quote does not bear the verdict; empty when it does."""
    return placed.withheld_because or (_TAKEN_OUT if strict and placed.anchor is Anchor.REMOVED else "")
