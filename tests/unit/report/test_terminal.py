"""The terminal rendering: width, alignment, colour, and the verdict where the eyes are."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from orchestrator.report.columns import cell_width, lay_out, wrap
from orchestrator.report.terminal import TerminalReporter
from orchestrator.values.report import Report
from tests.support.fix_reports import make_converged, make_escalated
from tests.support.reports import (
    BASE,
    SUBJECT,
    make_failed,
    make_finding,
    make_incomplete,
    make_passed,
    make_report,
    make_stopped,
    make_warned,
)


def rendered(report: Report, *, width: int = 80, colour: bool = False) -> str:
    return TerminalReporter(width=width, colour=colour).render(report).decode("utf-8")


@pytest.mark.parametrize(
    ("make", "last"),
    [
        (make_passed, "PASS: no findings in 1 file"),
        (make_warned, "WARN: 2 warnings, 1 suggestion in 3 files; rules, no model"),
        (make_failed, "FAIL: 4 errors, 1 warning in 3 files"),
        (make_incomplete, "NO VERDICT: the review is incomplete (no findings so far)"),
        (make_converged, "PASS: 1 suggestion in 1 file"),
        (make_escalated, "FAIL: 6 warnings in 1 file, escalated to a person"),
        (make_stopped, "FAIL: stopped by a preflight gate, nothing was reviewed"),
    ],
)
def test_the_verdict_is_the_last_line(make: Callable[[], Report], last: str) -> None:
    assert rendered(make()).splitlines()[-1] == last


@pytest.mark.parametrize("width", [40, 60, 80, 100])
@pytest.mark.parametrize("make", [make_warned, make_failed, make_incomplete, make_escalated])
def test_no_line_is_wider_than_the_terminal(make: Callable[[], Report], width: int) -> None:
    report = replace(make(), notices=("漢字" * 60, "x" * 300))
    body = rendered(report, width=width).splitlines()[:-1]
    assert max(cell_width(line) for line in body) <= width


@pytest.mark.parametrize(("asked", "given"), [(0, 40), (7, 40), (4000, 120)])
def test_absurd_widths_are_put_right(asked: int, given: int) -> None:
    report = replace(make_passed(), summary="word " * 100)
    lines = [line for line in rendered(report, width=asked).splitlines() if line.startswith("word")]
    assert given - 5 <= max(map(len, lines)) <= given


def test_ids_are_short() -> None:
    text = rendered(make_failed())
    assert BASE[:10] in text
    assert BASE[:11] not in text
    assert SUBJECT[:11] not in text


def test_columns_line_up() -> None:
    table = rendered(make_failed()).split("\nLenses\n")[1].split("\n\n")[0].splitlines()[1:]
    where = table[0].index("Status")
    assert [row[where : where + 4] for row in table[2:]] == ["fail", "fail", "warn"]


def test_colour_only_when_asked() -> None:
    assert "\x1b" not in rendered(make_failed())
    coloured = rendered(make_failed(), colour=True)
    assert "\x1b[31merror\x1b[0m" in coloured
    assert coloured.splitlines()[-1] == "\x1b[1;31mFAIL: 4 errors, 1 warning in 3 files\x1b[0m"


def test_findings_are_near_the_end_and_indented_under_their_label() -> None:
    lines = rendered(make_report(make_finding("Wrong."))).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("error "))
    assert lines[at : at + 3] == [
        "error      src/app.py:12 correctness-review (unchecked-result), confidence high",
        "           Wrong.",
        "           Fix: Check the result before using it.",
    ]
    assert at > lines.index("Static analysis")


def test_wrap_breaks_words_that_do_not_fit_and_never_returns_nothing() -> None:
    assert wrap("", 10) == [""]
    assert wrap("aa bb cc", 5) == ["aa bb", "cc"]
    assert wrap("abcdefghij k", 4) == ["abcd", "efgh", "ij k"]
    assert wrap("漢字漢字", 4) == ["漢字", "漢字"]


def test_a_table_that_is_too_wide_wraps_its_widest_column() -> None:
    lines = [line for row in lay_out([["Name", "Why"], ["a", "one two three four five six seven"]], 20) for line in row]
    assert lines == ["Name  Why", "a     one two three", "      four five six", "      seven"]
