"""What each reply to a verification amounts to; every way of not having decided is `insufficient-context`."""

import json
from typing import Any

import pytest

from orchestrator.fixloop.asking import payload_of
from orchestrator.fixloop.triage import FixedFile
from orchestrator.fixloop.verdict import Judged, Verdict, make_verdict_judge
from orchestrator.values.finding import Anchor
from orchestrator.values.outcome import ReplyProblem, ReplyShape
from tests.unit.fixloop.checks import AFTER, BEFORE, a_check

GONE = {"verdict": "resolved", "reason": "Line 3 subtracts one."}
HERE = {"verdict": "persists", "reason": "Page 0 still wraps.", "evidence": "start = (number - 1) * size"}
UNSURE = {"verdict": "insufficient-context", "reason": "The callers are not shown."}
OTHER = FixedFile("shop/other.py", "a = 1\nfirst_page = 0\n", "a = 1\nfirst_page = number * size\n")


def judged(reply: object, *more: FixedFile, **told: Any) -> Judged | ReplyProblem:
    check = a_check(*more, **told)
    text = reply if isinstance(reply, str) else json.dumps(reply)
    return make_verdict_judge(check.now)(text, payload_of(check), {})


def understood(reply: object, *more: FixedFile, **told: Any) -> Judged:
    said = judged(reply, *more, **told)
    assert isinstance(said, Judged), said
    return said


@pytest.mark.parametrize(
    ("reply", "shape", "part"),
    [
        ("", ReplyShape.EMPTY, "blank"),
        ("It is fixed.", ReplyShape.NOT_JSON, "no JSON"),
        ('{"verdict": "resolved", "reason": "x', ReplyShape.TRUNCATED, "closed"),
        ('{"verdict": "resolved", "verdict": "persists", "reason": "x"}', ReplyShape.SCHEMA_DRIFT, "twice"),
        (json.dumps(GONE) + json.dumps(HERE), ReplyShape.SCHEMA_DRIFT, "more than one"),
        ([], ReplyShape.SCHEMA_DRIFT, "object"),
        ([GONE], ReplyShape.SCHEMA_DRIFT, "object"),
        ({"status": "pass", "issues": [], "summary": "Nothing."}, ReplyShape.SCHEMA_DRIFT, "lacks verdict, reason"),
        ({"verdict": "resolved"}, ReplyShape.SCHEMA_DRIFT, "lacks reason"),
        (GONE | {"reason": "  "}, ReplyShape.SCHEMA_DRIFT, "must not be blank"),
        (GONE | {"reason": None}, ReplyShape.SCHEMA_DRIFT, "reason must be of type string"),
        (GONE | {"verdict": "Resolved"}, ReplyShape.SCHEMA_DRIFT, "one of resolved, persists"),
        (GONE | {"verdict": True}, ReplyShape.SCHEMA_DRIFT, "one of resolved, persists"),
        (GONE | {"evidence": ["a"]}, ReplyShape.SCHEMA_DRIFT, "string or null"),
        (GONE | {"issues": [{"message": "Another."}]}, ReplyShape.SCHEMA_DRIFT, "'issues' is no key"),
    ],
)
def test_a_reply_that_cannot_be_used_is_named_and_never_a_verdict(reply: object, shape: ReplyShape, part: str) -> None:
    said = judged(reply)
    assert isinstance(said, ReplyProblem)
    assert said.shape is shape
    assert part in said.error


@pytest.mark.parametrize(
    "reply",
    [
        json.dumps(GONE),
        f"```json\n{json.dumps(GONE)}\n```",
        f"I looked. {json.dumps(GONE)} That is all.",
        json.dumps(GONE | {"confidence": "high", "issues": [], "evidence": None}),
    ],
)
def test_every_readable_shape_is_read(reply: str) -> None:
    assert understood(reply).verdict is Verdict.RESOLVED


@pytest.mark.parametrize(
    ("reply", "verdict", "overruled"),
    [
        (GONE, "resolved", ""),
        (GONE | {"evidence": "  start = (number - 1) * size"}, "resolved", ""),
        (GONE | {"evidence": "start = number * size"}, "resolved", ""),
        (GONE | {"evidence": "start = number - size"}, "insufficient-context", "it said resolved, but the quote"),
        (HERE, "persists", ""),
        (HERE | {"evidence": "+    3 |     start = (number - 1) * size"}, "persists", ""),
        (HERE | {"evidence": "return items[start : start + size]"}, "persists", ""),
        (HERE | {"evidence": ""}, "insufficient-context", "it said persists, but it quotes nothing"),
        (HERE | {"evidence": None}, "insufficient-context", "it quotes nothing"),
        (HERE | {"evidence": "start = 5"}, "insufficient-context", "the quote is not in what was sent"),
        (HERE | {"evidence": "size"}, "insufficient-context", "too weak"),
        (HERE | {"evidence": "start = number * size"}, "insufficient-context", "lines that the fix took out"),
        (UNSURE, "insufficient-context", ""),
        (UNSURE | {"evidence": "never looked up"}, "insufficient-context", ""),
    ],
)
def test_a_verdict_stands_or_falls_with_its_quote(reply: dict[str, Any], verdict: str, overruled: str) -> None:
    said = understood(reply)
    assert said.verdict == verdict
    assert bool(said.overruled) == bool(overruled)
    assert overruled in said.overruled


def test_what_persists_is_moved_to_its_quote_and_keeps_its_words() -> None:
    said = understood(HERE, after="import os\n\n" + AFTER, before=BEFORE)
    assert (said.finding.line, said.finding.evidence) == (5, "start = (number - 1) * size")
    assert said.finding.anchor is Anchor.EXACT
    assert said.finding.message == a_check().finding.message


def test_a_defect_that_the_fix_moved_into_another_file_is_followed() -> None:
    said = understood(HERE | {"evidence": "first_page = number * size"}, OTHER)
    assert (said.verdict, said.finding.file, said.finding.line) == (Verdict.PERSISTS, "shop/other.py", 2)


def test_a_quote_that_could_mean_several_places_proves_nothing() -> None:
    twice = "".join(f"x{number} = 0\n" for number in range(6))
    far = f"{BEFORE}{twice}total = total + 1\n{twice}total = total + 1\n"
    said = understood(HERE | {"evidence": "total = total + 1"}, before=far, after=far.replace("number *", "(number) *"))
    assert said.verdict is Verdict.INSUFFICIENT
    assert "2 times" in said.overruled


def test_secrets_and_long_reasons_do_not_leave() -> None:
    key = "ghp_0123456789abcdefghijABCDEFGHIJ"
    said = understood(UNSURE | {"reason": f"It needs {key}.\n" + "x" * 900})
    assert key not in said.reason
    assert "\n" not in said.reason
    assert len(said.reason) <= 500
