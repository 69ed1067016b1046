"""What a reply makes of a recorded finding: no failure, and no quote that is not there, looks like an answer."""

import json
from typing import Any

import pytest

from orchestrator.record.asking import Inquiry, Matter, payload_of
from orchestrator.record.location import Place
from orchestrator.record.ruling import POSSIBLE, QUOTED, SCHEMAS, Ruled, Verdict, entry_of, make_ruling_judge
from orchestrator.schemas import load_schema
from orchestrator.values.outcome import ReplyProblem, ReplyShape
from orchestrator.values.turn import Excerpt, Shown
from tests.support.secrets import BODY
from tests.unit.record.inquiries import PATH, inquiry

BOUND = 'let query = "SELECT * FROM sessions WHERE token = ?1";'
WHY = "The token is bound in line 8."
ALL = [(matter, verdict) for matter, verdicts in POSSIBLE.items() for verdict in verdicts]


def judge(one: Inquiry, extra: dict[str, Shown] | None = None, **reply: Any) -> Ruled | ReplyProblem:
    return make_ruling_judge(one)(json.dumps({"reason": WHY, **reply}), payload_of(one), extra or {})


def ruled(one: Inquiry, **reply: Any) -> Ruled:
    answer = judge(one, **reply)
    assert isinstance(answer, Ruled), answer
    return answer


@pytest.mark.parametrize(("matter", "verdict"), ALL)
def test_a_verdict_with_a_quote_that_stands_there_is_taken(matter: Matter, verdict: Verdict) -> None:
    answer = ruled(inquiry(matter), verdict=verdict, evidence=f"    8 |     {BOUND}")
    assert (answer.verdict, answer.reason, answer.overruled) == (verdict, WHY, "")
    placed = (PATH, 8) if verdict is not Verdict.INSUFFICIENT else ("", 0)
    assert (answer.file, answer.line) == placed


@pytest.mark.parametrize(("matter", "verdict"), ALL)
@pytest.mark.parametrize("evidence", [None, "", "  \n"])
def test_only_verdicts_against_somebody_need_a_quote(matter: Matter, verdict: Verdict, evidence: str | None) -> None:
    answer = ruled(inquiry(matter), verdict=verdict, evidence=evidence)
    assert answer.verdict is (Verdict.INSUFFICIENT if verdict in QUOTED else verdict)
    assert bool(answer.overruled) == (verdict in QUOTED)


@pytest.mark.parametrize(("matter", "verdict"), ALL)
@pytest.mark.parametrize(
    "evidence",
    [
        "let query = format!(\"SELECT * FROM sessions WHERE token = '{}'\", token);",
        "The session lookup concatenates the token",
        "# Your lens: security",
    ],
)
def test_a_quote_that_is_not_in_the_code_decides_nothing(matter: Matter, verdict: Verdict, evidence: str) -> None:
    """Neither the evidence as it was recorded nor any other text of the prompt is code."""
    answer = ruled(inquiry(matter), verdict=verdict, evidence=evidence)
    assert answer.verdict is Verdict.INSUFFICIENT
    if verdict is not Verdict.INSUFFICIENT:
        assert answer.overruled == f"it said {verdict}, but the quote is not in what was sent of {PATH}"


@pytest.mark.parametrize("evidence", ["}", "None;", ") {", "-> ;"])
@pytest.mark.parametrize("verdict", sorted(QUOTED))
def test_a_quote_that_could_stand_anywhere_proves_nothing(verdict: Verdict, evidence: str) -> None:
    matter = next(matter for matter, verdicts in POSSIBLE.items() if verdict in verdicts)
    assert ruled(inquiry(matter), verdict=verdict, evidence=evidence).verdict is Verdict.INSUFFICIENT


def test_a_quote_far_away_must_be_unique() -> None:
    text = "\n".join(["let a = token.trim();"] * 2 + [""] * 40 + [BOUND])
    far = inquiry(texts={PATH: text}, place=Place(PATH, 4, 4))
    near = ruled(far, verdict="reopened", evidence="let a = token.trim();")
    assert near.verdict is Verdict.REOPENED
    moved = inquiry(texts={PATH: "\n" * 60 + text + "\n"})
    assert ruled(moved, verdict="reopened", evidence="let a = token.trim();").verdict is Verdict.INSUFFICIENT
    assert ruled(moved, verdict="reopened", evidence=BOUND).line == 103


def test_a_quote_may_come_from_whatever_was_shown() -> None:
    named = inquiry(texts={PATH: "fn a() {}\n", "src/other.rs": "fn other() { bind(); }\n"})
    assert ruled(named, verdict="reopened", evidence="fn other() { bind(); }").file == "src/other.rs"
    for shown in ("fn read() { unbound(); }\n", (Excerpt(7, ("fn read() { unbound(); }",)),)):
        answer = judge(inquiry(), {"src/read.rs": shown}, verdict="reopened", evidence="fn read() { unbound(); }")
        assert isinstance(answer, Ruled)
        assert (answer.verdict, answer.file) == (Verdict.REOPENED, "src/read.rs")


@pytest.mark.parametrize(
    ("matter", "text", "shape", "error"),
    [
        (Matter.FIX, "", ReplyShape.EMPTY, "blank"),
        (Matter.FIX, "It is fine.", ReplyShape.NOT_JSON, ""),
        (Matter.FIX, '{"verdict": "verified"}', ReplyShape.SCHEMA_DRIFT, "it lacks reason"),
        (Matter.FIX, '{"verdict": "verified", "reason": " "}', ReplyShape.SCHEMA_DRIFT, "reason must not be blank"),
        (Matter.FIX, '{"verdict": "fixed", "reason": "x"}', ReplyShape.SCHEMA_DRIFT, "verdict must be one of"),
        (Matter.FIX, '{"verdict": "accepted", "reason": "x"}', ReplyShape.SCHEMA_DRIFT, "no verdict on a fix"),
        (Matter.DISPUTE, '{"verdict": "verified", "reason": "x"}', ReplyShape.SCHEMA_DRIFT, "no verdict on a dispute"),
        (Matter.CHALLENGE, '{"verdict": "accepted", "reason": "x"}', ReplyShape.SCHEMA_DRIFT, "refuted, stands"),
        (Matter.FIX, '{"verdict": "verified", "reason": "x", "issues": [{}]}', ReplyShape.SCHEMA_DRIFT, "issues"),
    ],
)
def test_an_unusable_reply_is_named(matter: Matter, text: str, shape: ReplyShape, error: str) -> None:
    one = inquiry(matter)
    answer = make_ruling_judge(one)(text, payload_of(one), {})
    assert isinstance(answer, ReplyProblem)
    assert answer.shape is shape
    assert error in answer.error


def test_the_schemas_know_every_verdict() -> None:
    for name in set(SCHEMAS.values()):
        known = set(load_schema(name)["properties"]["verdict"]["enum"])
        assert known == {v for matter, verdicts in POSSIBLE.items() if SCHEMAS[matter] == name for v in verdicts}


@pytest.mark.parametrize(
    ("matter", "verdict", "status", "by", "note"),
    [
        (Matter.FIX, "verified", "fixed", "security", WHY),
        (Matter.FIX, "reopened", "open", "security", f'{WHY} ({PATH}:8: "{BOUND}")'),
        (Matter.DISPUTE, "accepted", "rejected", "security", WHY),
        (Matter.DISPUTE, "maintained", "disputed", "security", f'{WHY} ({PATH}:8: "{BOUND}")'),
        (Matter.CHALLENGE, "refuted", "disputed", "author", f'skeptic-review: {WHY} ({PATH}:8: "{BOUND}")'),
    ],
)
def test_a_verdict_becomes_the_answer_of_whoever_may_give_it(
    matter: Matter, verdict: str, status: str, by: str, note: str
) -> None:
    one = inquiry(matter)
    quote = BOUND if Verdict(verdict) in QUOTED else None
    entry = entry_of(one, ruled(one, verdict=verdict, evidence=quote))
    assert entry is not None
    assert (entry.status, entry.by, entry.note) == (status, by, note)


@pytest.mark.parametrize("verdict", ["stands", "insufficient-context"])
def test_other_verdicts_change_nothing(verdict: str) -> None:
    one = inquiry(Matter.CHALLENGE)
    assert entry_of(one, ruled(one, verdict=verdict)) is None


def test_no_secret_gets_into_a_reason() -> None:
    token = "ghp_" + BODY[:36]
    answer = ruled(inquiry(), verdict="verified", reason=f"It was {token}, and is gone.")
    assert token not in answer.reason
