"""What the rows of many reviews say together."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.report.choices import Look
from orchestrator.report.figures import Broken, Event, Recorded, Rows, Stream, figures
from orchestrator.report.figures_json import figures_object
from orchestrator.report.figures_text import figures_text
from orchestrator.report.metrics import Purpose, ReviewRound, RoundOutcome, round_row
from orchestrator.values.finding import Severity
from tests.support.reports import make_finding

NOW = datetime(2026, 11, 30, 18, 45, tzinfo=UTC)


def row(
    number: int = 1,
    found: str = "",
    *,
    fix: int = 0,
    agents: Sequence[str] = ("a-review",),
    purpose: Purpose = Purpose.DISCOVERY,
    outcome: RoundOutcome = RoundOutcome.NO_OP,
) -> dict[str, Any]:
    """A row as the log writes it; `found` is one letter for each new finding: e, w or s."""
    severities = {"e": Severity.ERROR, "w": Severity.WARNING, "s": Severity.SUGGESTION}
    one = ReviewRound(
        number=number,
        agents=tuple(agents),
        new=tuple(make_finding(severity=severities[letter]) for letter in found),
        fix_provenance_new=fix,
        purpose=purpose,
        outcome=outcome,
    )
    return round_row(one, NOW)


def verdict(subject: str, status: str) -> Event:
    return Event("verdict", subject, "", status)


@pytest.mark.parametrize(
    ("rounds", "new", "least", "most", "pure"),
    [
        ([], 0, 0, 0, 0),
        ([row(1, "eew", fix=0)], 0, 0, 0, 0),
        ([row(1, "e"), row(2, "ew", fix=2)], 2, 2, 2, 1),
        ([row(2, "ew", fix=1)], 2, 1, 1, 0),
        ([row(2, "es", fix=1)], 1, 0, 1, 0),
        ([row(2, "ess", fix=3)], 1, 1, 1, 1),
        ([row(2, "ss", fix=2)], 0, 0, 0, 0),
        ([row(2, "e", fix=1), row(3, "w", fix=0), row(4, "")], 2, 1, 1, 1),
        ([row(2, "e", fix=9)], 1, 1, 1, 1),
    ],
)
def test_churn_is_bounded_by_what_a_row_says(
    rounds: list[dict[str, Any]], new: int, least: int, most: int, pure: int
) -> None:
    churn = figures(Rows(rounds=rounds)).churn
    assert (churn.new, churn.least, churn.most, churn.pure) == (new, least, most, pure)
    assert churn.share == ((least / new, most / new) if new else None)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 5), st.text("ews", max_size=5), st.integers(0, 6)), max_size=6))
def test_the_bounds_of_churn_are_in_order(given_rows: list[tuple[int, str, int]]) -> None:
    churn = figures(Rows(rounds=[row(number, found, fix=fix) for number, found, fix in given_rows])).churn
    assert 0 <= churn.least <= churn.most <= churn.new
    assert churn.pure <= churn.rounds


def test_rounds_are_counted_by_number_purpose_and_outcome() -> None:
    rounds = [
        row(1, "ewws", agents=("a-review", "b-review"), outcome=RoundOutcome.FIXED),
        row(2, "w", purpose=Purpose.VERIFICATION, outcome=RoundOutcome.FIXED),
        row(3, "", agents=("a-review", "c-review"), purpose=Purpose.CLOSING),
        row(1, "", outcome=RoundOutcome.ESCALATED),
    ]
    found = figures(Rows(rounds=rounds))
    assert found.reviews == 2
    assert found.by_round == {1: 2, 2: 1, 3: 1}
    assert found.outcomes == {RoundOutcome.FIXED: 2, RoundOutcome.NO_OP: 1, RoundOutcome.ESCALATED: 1}
    discovery = found.purposes[Purpose.DISCOVERY]
    assert (discovery.rounds, discovery.dispatches) == (2, 3)
    assert (discovery.errors, discovery.warnings, discovery.suggestions) == (1, 2, 1)
    assert found.purposes[Purpose.CLOSING].dispatches == 2


def test_a_lens_has_what_the_rounds_and_what_the_evidence_say_of_it() -> None:
    events = [
        Event("completed", "s", "a-review", "pass"),
        Event("completed", "s", "a-review", "warn"),
        Event("completed", "s", "a-review", "fail"),
        Event("dispatch-failure", "s", "lost-review"),
        Event("gate-ran", "s", "", "pass"),
    ]
    rounds = [row(1, "e"), row(2, purpose=Purpose.VERIFICATION), row(1, agents=())]
    first, lost = figures(Rows(rounds=rounds, events=events)).lenses
    assert (first.lens, first.finished, first.with_findings, first.failed) == ("a-review", 3, 2, 0)
    assert dict(first.dispatched) == {Purpose.DISCOVERY: 1, Purpose.VERIFICATION: 1, Purpose.CLOSING: 0}
    assert (lost.lens, lost.finished, lost.failed, sum(lost.dispatched.values())) == ("lost-review", 0, 1, 0)


def test_what_came_back_to_the_gate() -> None:
    events = [
        verdict("one", "fail"),
        verdict("two", "pass"),
        verdict("one", "pass"),
        verdict("one", "warn"),
        verdict("two", "none"),
        verdict("three", "fail"),
        Event("exempt", "four"),
    ]
    bypasses = [{"branch": "x"}, {"branch": "x"}, {"branch": "y"}]
    gate = figures(Rows(events=events, bypasses=bypasses, overrides=[{"branch": "x"}])).gate
    assert gate.verdicts == {"fail": 2, "none": 1, "pass": 2, "warn": 1}
    assert (gate.subjects, gate.repeated, gate.improved, gate.worsened, gate.exemptions) == (3, 2, 1, 1, 1)
    assert gate.recidivism == pytest.approx(2 / 3)
    assert (gate.bypasses, gate.bypassed_branches, gate.bypassed_again) == (3, 2, 1)
    assert (gate.overrides, gate.forced_branches, gate.forced_again) == (1, 1, 0)


def test_nothing_recorded_is_said_and_divides_nothing() -> None:
    streams = (Stream(file="a.jsonl", state="missing"), Stream(file="b.jsonl", state="empty"))
    found, recorded = figures(Rows()), Recorded(Rows(), streams, "")
    value = figures_object(found, recorded, None)
    assert value["churn"]["ratio"] == {"least": None, "most": None}
    assert value["gate"]["recidivism"] is None
    text = figures_text(found, recorded, None, Look(100))
    assert "nothing to divide by" in text
    assert "a.jsonl: not there" in text
    assert "b.jsonl: empty" in text


def example() -> tuple[Rows, Recorded]:
    rounds = [row(1, "eeww", agents=("a-review", "b-review")), row(2, "ews", fix=2, purpose=Purpose.VERIFICATION)]
    rows = Rows(rounds=rounds, events=[verdict("s", "fail"), Event("completed", "s", "a-review", "fail")])
    broken = tuple(Broken(number, "it is no JSON") for number in (3, 9))
    stream = Stream(file="a.jsonl", state="read", rows=2, older=1, broken=broken, broken_count=5)
    other = Stream(file="b.jsonl", state="unreadable", reason="it is a symbolic link")
    return rows, Recorded(rows, (stream, other), "row 2 does not follow from the row before it")


def test_text_and_object_say_the_same() -> None:
    rows, recorded = example()
    value = figures_object(figures(rows), recorded, NOW - timedelta(days=30))
    assert value["since"] == "2026-10-31T18:45:00Z"
    assert value["churn"]["fromFix"] == {"least": 1, "most": 2}
    assert value["evidence"] == {"whole": False, "reason": "row 2 does not follow from the row before it"}
    text = figures_text(figures(rows), recorded, NOW - timedelta(days=30), Look(100))
    for line in (
        "Reviews of this work tree since 2026-10-31T18:45:00Z",
        "rounds    2 (1 x round 1, 1 x round 2)",
        "1 to 2 (50 to 100 %)",
        "discovery          1           2       2         2            0",
        "a-review          1             1        0         1              1       0",
        "a.jsonl: 2 rows, 1 older, 5 broken lines left out",
        "line 9: it is no JSON",
        "... and 3 more lines",
        "b.jsonl: not read: it is a symbolic link",
        "! The gate does not believe the evidence: row 2",
    ):
        assert line in text


@pytest.mark.parametrize("width", [1, 40, 61, 120])
def test_lines_fit_the_width_and_colour_is_asked_for(width: int) -> None:
    rows, recorded = example()
    text = figures_text(figures(rows), recorded, None, Look(width))
    assert max(map(len, text.split("\n"))) <= max(width, 40)
    assert "\x1b" not in text
    assert "\x1b[1m" in figures_text(figures(rows), recorded, None, Look(width, colour=True))
