"""New or carried, and when the loop ends."""

from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.fixloop.classify import Classified, Reason, classify
from orchestrator.fixloop.ledger import Ledger, ledger_json, parse_ledger
from orchestrator.values.finding import Confidence, Finding, Severity
from tests.unit.findings.build import changed, finding, hunk

EMPTY = Ledger("run", datetime(2026, 3, 1, tzinfo=UTC))
WEAK = {"severity": Severity.SUGGESTION}
UNSURE = {"confidence": Confidence.NONE}


def rounds(*found: list[Finding]) -> list[Classified]:
    results: list[Classified] = []
    for number, findings in enumerate(found, 1):
        results.append(classify(results[-1].ledger if results else EMPTY, number, findings))
    return results


def lines(found: tuple[Finding, ...]) -> list[int]:
    return [one.line for one in found]


def test_field_case_28_a_finding_that_moved_by_a_line_is_carried() -> None:
    _, second = rounds([finding(line=10)], [finding(line=11)])
    assert (lines(second.new), lines(second.carried)) == ([], [11])


@pytest.mark.parametrize(("moved", "carried"), [(-4, False), (-3, True), (0, True), (3, True), (4, False)])
def test_three_lines_are_the_same_place(moved: int, carried: bool) -> None:
    _, second = rounds([finding(line=10)], [finding(line=10 + moved)])
    assert bool(second.carried) is carried


def test_a_finding_that_drifts_is_compared_with_where_it_was_seen_last() -> None:
    third = rounds([finding(line=10)], [finding(line=13)], [finding(line=16)])[-1]
    assert (lines(third.new), lines(third.carried)) == ([], [16])


def test_a_finding_that_was_gone_for_a_round_is_not_new() -> None:
    third = rounds([finding(line=10)], [finding(line=90)], [finding(line=10)])[-1]
    assert (lines(third.new), lines(third.carried), third.reason) == ([], [10], Reason.PERSISTS)


def test_one_earlier_finding_accounts_for_one_later_one_the_nearest() -> None:
    _, second = rounds([finding(line=10)], [finding(line=7), finding(line=11)])
    assert (lines(second.new), lines(second.carried)) == ([7], [11])
    _, second = rounds([finding(line=10), finding(line=14)], [finding(line=12), finding(line=16), finding(line=20)])
    assert (lines(second.new), lines(second.carried)) == ([20], [12, 16])


def test_two_alike_far_apart_are_two_and_close_together_one_the_strongest() -> None:
    weak = finding(line=9, **WEAK)
    (first,) = rounds([finding(line=14), weak, finding(line=11), finding(line=20)])
    assert (lines(first.new), lines(first.duplicates)) == ([11, 14, 20], [9])
    assert first.new[0].actionable
    assert [entry.line for entry in first.ledger.rounds[0].findings] == [9, 14, 20]


def test_what_does_not_count_takes_no_part() -> None:
    out = [finding(suppressed_by="rule"), finding(withheld_because="no quote")]
    (first,) = rounds(out)
    assert (first.new, first.carried, first.ledger.rounds[0].findings) == ((), (), ())


OLD, NEW, MILD, DOUBT = (
    finding(line=10), finding(line=50), finding(line=80, **WEAK), finding(line=120, **UNSURE),
)  # fmt: skip
ENDS: list[tuple[list[list[Finding]], Reason | None]] = [
    ([[]], None),
    ([[MILD]], None),
    ([[OLD]], None),
    ([[OLD], []], Reason.CONVERGED),
    ([[OLD], [NEW]], None),
    ([[OLD], [OLD, NEW]], None),
    ([[OLD], [OLD]], Reason.PERSISTS),
    ([[OLD], [OLD, MILD]], Reason.PERSISTS),
    ([[OLD], [MILD, DOUBT]], Reason.CONVERGED),
    ([[OLD, MILD], [MILD]], Reason.CONVERGED),
    ([[OLD], [NEW], []], Reason.CONVERGED),
    ([[OLD], [NEW], [NEW]], Reason.PERSISTS),
    ([[OLD], [NEW], [finding(line=200)], []], Reason.ROUND_CAP),
    ([[OLD], [NEW], [finding(line=200)], [finding(line=300)]], Reason.ROUND_CAP),
    ([[OLD], [NEW], [finding(line=200)], [OLD]], Reason.ROUND_CAP),
]


@pytest.mark.parametrize(("found", "reason"), ENDS)
def test_when_the_loop_ends(found: list[list[Finding]], reason: Reason | None) -> None:
    last = rounds(*found)[-1]
    assert last.reason is reason
    assert last.terminate is (reason is not None)
    assert last.escalates is (reason in {Reason.ROUND_CAP, Reason.PERSISTS})


def test_field_case_27_a_fix_that_keeps_seeding_findings_is_stopped_with_its_provenance() -> None:
    ledger, at = EMPTY, 10
    for number in range(1, 28):
        fix = None if number == 1 else [changed("src/app.py", hunk("+new", new_start=at))]
        result = classify(ledger, number, [finding(line=at)], fix)
        ledger, at = result.ledger, at + 10
        if result.terminate:
            break
    assert (number, result.reason) == (4, Reason.ROUND_CAP)
    assert [[(entry.new, entry.fix_provenance) for entry in one.findings] for one in ledger.rounds] == [
        [(True, None)], [(True, True)], [(True, True)], [(True, True)],
    ]  # fmt: skip


def test_a_round_that_is_classified_again_gives_the_same_and_replaces_itself() -> None:
    first, second, third = rounds([OLD], [NEW, OLD], [MILD])
    again = classify(third.ledger, 2, [NEW, OLD])
    assert again == second
    assert [one.number for one in again.ledger.rounds] == [1, 2]
    assert classify(second.ledger, 1, [OLD]) == first


def findings() -> st.SearchStrategy[Finding]:
    parts: dict[str, st.SearchStrategy[Any]] = {
        "line": st.integers(1, 16),
        "severity": st.sampled_from(Severity),
        "confidence": st.sampled_from(Confidence),
        "message": st.sampled_from(["Wrong.", "wrong.", "Missing."]),
        "suppressed_by": st.sampled_from(["", "", "", "rule"]),
    }
    return st.builds(finding, **parts)


@settings(deadline=None, max_examples=150)
@given(st.lists(st.lists(findings(), max_size=8), min_size=1, max_size=6), st.randoms())
def test_nothing_is_lost_and_the_loop_always_ends(found: list[list[Finding]], random: Any) -> None:
    ledger = EMPTY
    for number, given_findings in enumerate(found, 1):
        result = classify(ledger, number, given_findings)
        counted = Counter(one for one in given_findings if one.counts)
        assert Counter((*result.new, *result.carried, *result.duplicates)) == counted
        if number == 1:
            assert (result.carried, result.terminate) == ((), False)
        elif number >= 4:
            assert result.reason is Reason.ROUND_CAP
        elif result.actionable_new:
            assert not result.terminate
        else:
            assert result.escalates is any(one.actionable for one in result.carried)
        assert sum(entry.new for entry in result.ledger.rounds[-1].findings) == len(result.new)
        places = sorted((entry.signature, entry.line) for entry in result.ledger.rounds[-1].findings)
        assert all(one[0] != other[0] or other[1] - one[1] > 3 for one, other in pairwise(places))
        shuffled = random.sample(given_findings, len(given_findings))
        assert classify(ledger, number, shuffled) == result
        # What a stored ledger gives is what the value in hand gives; the same findings again are never new.
        ledger = result.ledger
        assert parse_ledger(ledger_json(ledger)) == ledger
        assert classify(ledger, number + 1, given_findings).new == ()
