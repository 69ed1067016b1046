"""What flags and answers decide about fixing."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.fixloop.choice import AGAIN, Asked, Because, Choice, Extent, Flags, Want, decide, fixable
from orchestrator.values.finding import Confidence, Finding, Severity
from tests.support.reports import make_finding

# Numbers 1 to 5, in this order.
FINDINGS = (
    make_finding("one", file="a/app.py", line=3),
    make_finding("two", file="a/app.py", line=9, severity=Severity.WARNING, confidence=Confidence.MEDIUM),
    make_finding("three", file="b/app.py", line=1),
    make_finding("four", file="b/my notes, old.py", line=1),
    make_finding("five", file="c.py", line=77),
)
ASKED_FOR_NOTHING = Flags()
ALL = ("one", "two", "three", "four", "five")


def choose(*answers: str | None, flags: Flags = ASKED_FOR_NOTHING, terminal: bool = True) -> Choice | Asked:
    return decide(flags, terminal=terminal, findings=FINDINGS, answers=answers)


def names(step: Choice | Asked) -> Sequence[str]:
    assert isinstance(step, Choice), step
    return tuple(one.message for one in step.findings)


def test_only_what_counts_and_is_sure_enough_is_offered_from_top_to_bottom() -> None:
    aside = (
        make_finding(severity=Severity.SUGGESTION),
        make_finding(confidence=Confidence.NONE),
        make_finding(withheld_because="no proof"),
        make_finding(suppressed_by="a rule"),
    )
    assert fixable((*reversed(FINDINGS), *aside)) == FINDINGS


@pytest.mark.parametrize(
    ("flags", "terminal", "extent", "because"),
    [
        (Flags(fix=True), True, Extent.ALL, Because.FLAG),
        (Flags(fix=True), False, Extent.ALL, Because.FLAG),
        (Flags(fix=True, as_json=True), False, Extent.ALL, Because.FLAG),
        (Flags(fix=True, yes=True), True, Extent.ALL, Because.FLAG),
        (Flags(as_json=True), True, Extent.NONE, Because.JSON),
        (Flags(as_json=True, yes=True), True, Extent.NONE, Because.JSON),
        (Flags(yes=True), True, Extent.NONE, Because.YES),
        (Flags(), False, Extent.NONE, Because.NO_TERMINAL),
    ],
)
def test_what_is_decided_without_a_question(flags: Flags, terminal: bool, extent: Extent, because: Because) -> None:
    step = choose(flags=flags, terminal=terminal)
    assert isinstance(step, Choice)
    assert (step.extent, step.because) == (extent, because)
    assert names(step) == (ALL if extent is Extent.ALL else ())


@pytest.mark.parametrize("flags", [Flags(), Flags(fix=True)])
def test_nothing_to_fix_is_no_question(flags: Flags) -> None:
    findings: tuple[Finding, ...] = (make_finding(severity=Severity.SUGGESTION),)
    assert decide(flags, terminal=True, findings=findings) == Choice(Extent.NONE, (), Because.NOTHING)


@pytest.mark.parametrize("answer", ["fix", "apply", "yes", "y", "  FIX  ", "Yes.", "all", "1-5", "5-1", "fix 1-5"])
def test_answers_that_mean_everything(answer: str) -> None:
    assert choose(answer) == Choice(Extent.ALL, FINDINGS, Because.ANSWER)


@pytest.mark.parametrize(
    "answer", ["report", "no", "N", "don't fix", "don\u2019t fix", "quit", "q", "none", "Report only."]
)
def test_answers_that_mean_nothing(answer: str) -> None:
    assert choose(answer) == Choice(Extent.NONE, (), Because.ANSWER)


@pytest.mark.parametrize(("answer", "because"), [("", Because.ENTER), ("  ", Because.ENTER), (None, Because.END)])
def test_saying_nothing_means_nothing(answer: str | None, because: Because) -> None:
    assert choose(answer) == Choice(Extent.NONE, (), because)
    assert choose("some", answer) == Choice(Extent.NONE, (), because)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("2", ("two",)),
        ("1,3-5", ("one", "three", "four", "five")),
        (" 4 ; 1 , 1 ", ("one", "four")),
        ("2 - 3", ("two", "three")),
        ("2\u20133", ("two", "three")),
        ("c.py", ("five",)),
        ("a/app.py, 5", ("one", "two", "five")),
        ("b/my notes, old.py", ("four",)),
        ("some 1 2", ("one", "two")),
        ("Fix 5", ("five",)),
    ],
)
def test_some_by_number_range_and_file(answer: str, expected: tuple[str, ...]) -> None:
    for step in (choose(answer), choose("some", answer), choose("diff", answer)):
        assert names(step) == expected
        assert isinstance(step, Choice)
        assert step.extent is Extent.SOME


@pytest.mark.parametrize(
    ("answer", "remark"),
    [
        ("0", "there is no number 0; the last one is 5"),
        ("3-9", "there is no number 9; the last one is 5"),
        ("app.py", "app.py is the end of 2 paths"),
        ("maybe", "maybe is no answer, no number and no file"),
        ("1,\x1b[2J", "\\x1b[2J is no answer, no number and no file"),
        ("x" * 99, f"{'x' * 60}... is no answer, no number and no file"),
        (",", "no number stands in that answer"),
        ("\u0661", "\u0661 is no answer, no number and no file"),
        ("99999999999", "99999999999 is no answer, no number and no file"),
    ],
)
def test_what_nobody_understands_is_asked_again(answer: str, remark: str) -> None:
    assert choose(answer) == Asked(Want.DIRECTION, remark)
    assert choose("some", answer) == Asked(Want.NUMBERS, remark)


def test_nothing_is_fixed_when_nobody_understands_the_last_answer_either() -> None:
    assert isinstance(choose(*["what"] * AGAIN), Asked)
    assert choose(*["what"] * (AGAIN + 1)) == Choice(Extent.NONE, (), Because.UNCLEAR)
    assert choose(*["what"] * AGAIN, "fix") == Choice(Extent.ALL, FINDINGS, Because.ANSWER)


def test_the_diff_may_be_seen_as_often_as_wanted() -> None:
    assert choose() == Asked(Want.DIRECTION)
    assert choose(*["diff"] * 9) == Asked(Want.DIFF)
    assert choose("diff", "what") == Asked(Want.DIRECTION, "what is no answer, no number and no file")
    assert choose("some") == Asked(Want.NUMBERS)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.none() | st.text(max_size=12) | st.sampled_from(["some", "diff", "1", "2-4", "fix", "?"]), max_size=8)
)
def test_whatever_is_typed_only_offered_findings_are_chosen_in_order(answers: list[str | None]) -> None:
    step = choose(*answers)
    if isinstance(step, Choice):
        assert [one for one in FINDINGS if one in step.findings] == list(step.findings)
        assert bool(step.findings) is (step.extent is not Extent.NONE)
