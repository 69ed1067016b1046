"""The decision, one reason at a time, from rows written by hand."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from orchestrator.gate.decide import Case, decide, exemptions
from orchestrator.gate.ledger import Chain
from orchestrator.gate.rows import Row, RowKind, stamp
from orchestrator.gate.verify import opening_reason

SUBJECT, POLICY = "a" * 64, "c" * 64
NOW = datetime(2026, 5, 2, 12, 0, tzinfo=UTC)
LENSES = frozenset({"doc-review", "security-review", "naming-review"})


def at(hours: float = 1) -> str:
    return stamp(NOW - timedelta(hours=hours))


def done(agent: str, hours: float = 1, *, engine: str = "claude", status: str = "pass") -> Row:
    return Row(ts=at(hours), kind=RowKind.COMPLETED, subject=SUBJECT, agent=agent, engine=engine, status=status)


def verdict(
    status: str = "pass",
    hours: float = 1,
    *,
    engine: str = "claude",
    rule: str = "",
    digest: str = POLICY,
    agent: str = "",
) -> Row:
    return Row(
        ts=at(hours),
        kind=RowKind.VERDICT,
        subject=SUBJECT,
        status=status,
        engine=engine,
        rule=rule,
        digest=digest,
        agent=agent,
    )


def exempt(rule: str, *, digest: str = POLICY) -> Row:
    return Row(ts=at(), kind=RowKind.EXEMPT, subject=SUBJECT, rule=rule, digest=digest)


def failed(agent: str, hours: float = 2) -> Row:
    return Row(ts=at(hours), kind=RowKind.DISPATCH_FAILURE, subject=SUBJECT, agent=agent)


BOTH = (done("doc-review"), done("security-review"))


def case(rows: Iterable[Row] = (*BOTH, verdict()), **changes: object) -> Case:
    rows = tuple(rows)
    known = Case(
        subject=SUBJECT,
        stored=SUBJECT,
        chain=Chain(rows, newest=max((row.ts for row in rows), default="")),
        key=b"",
        lenses=LENSES,
        policy=POLICY,
        documents_only=False,
        now=NOW,
    )
    return replace(known, **changes)  # type: ignore[arg-type]


def rule(of: Case) -> str:
    refusal = decide(of)
    return refusal.rule if refusal else ""


def test_two_lenses_and_a_passing_verdict_open_it() -> None:
    assert rule(case()) == ""
    assert rule(case((*BOTH, verdict("warn")))) == ""


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        ((), "no-review"),
        (BOTH, "no-review"),
        ((*BOTH, verdict("fail")), "verdict-failed"),
        ((*BOTH, verdict("fail", rule="no-verdict")), "no-verdict"),
        ((*BOTH, verdict("fail", rule="escalated")), "verdict-escalated"),
        ((*BOTH, verdict("fail", rule="preflight")), "preflight-failed"),
        ((*BOTH, verdict(rule="engine", engine="offline")), "engine-not-counted"),
        ((*BOTH, verdict(rule="committed-part")), "committed-part"),
        ((*BOTH, verdict(digest="d" * 64)), "policy-changed"),
        ((verdict(),), "too-few-lenses"),
        ((done("doc-review"), done("doc-review"), verdict()), "too-few-lenses"),
        ((done("doc-review"), done("made-up-review"), verdict()), "too-few-lenses"),
        ((done("doc-review"), done("security-review", status="skip"), verdict()), "too-few-lenses"),
        ((done("doc-review"), done("security-review", engine="offline"), verdict()), "too-few-lenses"),
        ((done("doc-review", 25), done("security-review", 25), verdict(hours=25)), "evidence-expired"),
        ((done("doc-review"), done("security-review", 25), verdict()), "evidence-expired"),
        ((failed("doc-review"), done("security-review"), done("naming-review"), verdict()), "dispatch-failure"),
        ((*BOTH, failed("doc-review"), verdict()), "dispatch-failure"),
    ],
)
def test_what_keeps_it_closed(rows: tuple[Row, ...], wanted: str) -> None:
    assert rule(case(rows)) == wanted


def test_a_failed_lens_that_finished_later_is_forgiven() -> None:
    assert rule(case((failed("doc-review", 2), *BOTH, verdict()))) == ""


def test_finishing_at_the_moment_of_the_failure_is_not_later() -> None:
    assert rule(case((failed("doc-review", 1), *BOTH, verdict()))) == "dispatch-failure"


def test_the_newest_verdict_decides() -> None:
    assert rule(case((*BOTH, verdict("fail"), verdict("pass")))) == ""
    assert rule(case((*BOTH, verdict("pass"), verdict("fail")))) == "verdict-failed"


def test_a_passing_verdict_that_does_not_count_neither_opens_nor_closes() -> None:
    uncounted = verdict(engine="offline", rule="engine")
    assert rule(case((*BOTH, verdict(), uncounted))) == ""
    assert rule(case((*BOTH, verdict("fail"), uncounted))) == "verdict-failed"


def test_the_file_must_hold_the_subject() -> None:
    assert rule(case(stored="")) == "no-gate-file"
    assert rule(case(stored="b" * 64)) == "subject-changed"


def test_a_broken_ledger_comes_first_and_names_its_mending() -> None:
    refusal = decide(case(chain=Chain(broken="row 3 does not follow from the row before it")))
    assert refusal is not None
    assert (refusal.rule, refusal.mend) == ("ledger-broken", "code-review gate repair")


def test_a_clock_behind_the_evidence_is_not_believed() -> None:
    assert rule(case(now=NOW - timedelta(hours=3))) == "clock"
    assert rule(case(now=NOW - timedelta(hours=1, minutes=2))) == ""


def test_rows_from_the_future_do_not_count() -> None:
    rows = (done("doc-review", -1), done("security-review", -1), verdict(), done("naming-review", 1))
    known = case(rows)
    assert rule(replace(known, chain=replace(known.chain, newest=at()))) == "evidence-expired"


def test_with_a_key_only_sealed_rows_speak_for_a_change() -> None:
    rows = [row.sealed(b"key") for row in (*BOTH, verdict())]
    assert rule(case(rows, key=b"key")) == ""
    assert rule(case((*rows[:2], verdict()), key=b"key")) == "unsealed"
    assert rule(case((done("doc-review"), *rows[1:]), key=b"key")) == "too-few-lenses"
    assert rule(case(rows, key=b"other")) == "unsealed"


def test_what_speaks_against_a_change_needs_no_key() -> None:
    rows = [row.sealed(b"key") for row in (*BOTH, verdict())]
    assert rule(case((*rows, verdict("fail")), key=b"key")) == "verdict-failed"
    assert rule(case((*rows, failed("doc-review", 0)), key=b"key")) == "dispatch-failure"


def test_documentation_alone_needs_no_lens_and_is_found_again_by_the_reader() -> None:
    assert rule(case((exempt("doc-only"),), documents_only=True)) == ""
    assert opening_reason(case((exempt("doc-only"),), documents_only=True)).startswith(
        "not reviewed: only documentation"
    )
    assert opening_reason(case((exempt("doc-only"), *BOTH, verdict()), documents_only=True)) == "reviewed as it stands"
    assert rule(case((exempt("doc-only"),), documents_only=False)) == "no-review"
    assert rule(case((exempt("doc-only", digest="d" * 64),), documents_only=True)) == "no-review"
    assert rule(case((exempt("doc-only"), verdict("fail")), documents_only=True)) == "verdict-failed"


@pytest.mark.parametrize("exemption", ["doc-only", "ignored"])
def test_few_lenses_that_pass_do_not_take_the_exemption_away_and_a_failing_verdict_does(exemption: str) -> None:
    holds = {"documents_only": exemption == "doc-only", "all_ignored": exemption == "ignored"}
    one = (done("doc-review"), verdict(agent="doc-review"))
    assert rule(case((*one, exempt(exemption)), **holds)) == ""
    assert rule(case((exempt(exemption), *one), **holds)) == ""
    assert rule(case((*one, exempt(exemption)))) == "too-few-lenses"
    assert rule(case(one, **holds)) == "too-few-lenses"
    failing = verdict("fail", agent="doc-review")
    assert rule(case((failing, exempt(exemption)), **holds)) == "verdict-failed"
    assert rule(case((failing, *one, exempt(exemption)), **holds)) == "too-few-lenses"


def test_one_lens_named_by_hand_is_enough_only_with_its_exemption() -> None:
    assert rule(case((done("doc-review"), exempt("single-agent"), verdict()))) == ""
    assert rule(case((exempt("single-agent"), verdict()))) == "too-few-lenses"
    assert rule(case((exempt("single-agent"),))) == "no-review"
    assert exemptions(case((exempt("single-agent"), exempt("forced", digest="d" * 64)))) == {"single-agent"}


def test_fewer_lenses_do_not_take_back_what_others_found() -> None:
    failed_one = verdict("fail", agent="doc-review,security-review")
    fewer, same = verdict(agent="doc-review"), verdict(agent="doc-review,naming-review,security-review")
    assert rule(case((*BOTH, exempt("single-agent"), failed_one, fewer))) == "verdict-failed"
    assert rule(case((*BOTH, failed_one, same))) == ""
    assert rule(case((*BOTH, failed_one, fewer, same))) == ""
    assert rule(case((*BOTH, same, failed_one, fewer))) == "verdict-failed"


def test_a_review_that_does_not_count_says_so_before_the_missing_file() -> None:
    refusal = decide(case((*BOTH, verdict(engine="offline", rule="engine")), stored=""))
    assert refusal is not None
    assert (refusal.rule, "gate.engines" in refusal.mend) == ("engine-not-counted", True)
    assert rule(case((*BOTH, verdict(rule="exemption")), stored="")) == "exemption"
