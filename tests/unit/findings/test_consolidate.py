"""Exact merging for machines, merging by meaning for readers; neither loses a finding."""

import time

import pytest

from orchestrator.findings.consolidate import same_defect_groups, top_findings
from orchestrator.values.finding import Confidence, Severity
from tests.unit.findings.build import finding


def test_one_entry_for_each_line_with_the_strongest_severity_and_every_message() -> None:
    weak = finding(
        agent="naming-review", severity=Severity.SUGGESTION, message="Name is vague.", suggested_fix="Rename."
    )
    strong = finding(
        agent="security-review", confidence=Confidence.MEDIUM, message="Injection.", suggested_fix="Bind it."
    )
    surer = finding(agent="arch-review", message="Wrong layer.")

    (top,) = top_findings([weak, strong, surer])

    assert (top.severity, top.confidence) == (Severity.ERROR, Confidence.HIGH)
    assert top.agents == ("naming-review", "security-review", "arch-review")
    assert top.message == "Wrong layer."
    assert top.messages == ("Wrong layer.", "Injection.", "Name is vague.")
    assert top.suggested_fix == "Bind it."


def test_field_case_15_two_defects_on_one_line_are_both_kept_and_readable() -> None:
    found = [
        finding(message="The query is built from user input.", agent="security-review"),
        finding(message="The loop never ends for an empty list.", agent="correctness-review"),
    ]

    (top,) = top_findings(found)

    assert set(top.messages) == {one.message for one in found}
    assert len(same_defect_groups(found)) == 2


def test_entries_are_sorted_by_severity_then_file_then_line_and_lines_are_exact() -> None:
    found = [
        finding(severity=Severity.WARNING, file="a.py", line=1),
        finding(file="b.py", line=12),
        finding(file="b.py", line=2),
        finding(file="a.py", line=9),
        finding(file="a.py", line=10),
    ]

    assert [(top.severity, top.file, top.line) for top in top_findings(found)] == [
        ("error", "a.py", 9),
        ("error", "a.py", 10),
        ("error", "b.py", 2),
        ("error", "b.py", 12),
        ("warning", "a.py", 1),
    ]


def test_findings_that_do_not_count_have_no_entry() -> None:
    assert top_findings([finding(withheld_because="x"), finding(suppressed_by="AR-1")]) == ()


@pytest.mark.parametrize(
    ("one", "other", "apart", "same"),
    [
        (
            "Function `run` has cyclomatic complexity 14.",
            "`run` is too complex: cyclomatic complexity of 14, split it.",
            2,
            True,
        ),
        ("User input is concatenated into the SQL query.", "SQL query concatenates user input: injection.", 3, True),
        ("User input is concatenated into the SQL query.", "SQL query concatenates user input: injection.", 4, False),
        (
            "Variable `alpha` is never used after assignment.",
            "Variable `beta` is never used after assignment.",
            1,
            False,
        ),
        ("User input is concatenated into the SQL query.", "The name says nothing about the content.", 0, False),
    ],
)
def test_the_same_defect_is_described_once(one: str, other: str, apart: int, same: bool) -> None:
    found = [finding(agent="a-review", message=one, line=10), finding(agent="b-review", message=other, line=10 + apart)]

    groups = same_defect_groups(found)

    assert len(groups) == (1 if same else 2)
    assert sorted(item.agent for group in groups for item in group) == ["a-review", "b-review"]


def test_findings_of_different_files_are_never_one_defect() -> None:
    assert len(same_defect_groups([finding(), finding(file="src/b.py")])) == 2


def test_many_findings_are_grouped_in_seconds_and_none_is_lost() -> None:
    found = [
        finding(line=number // 50 + 1, message=f"Defect {number} about thing_{number} in part_{number}")
        for number in range(10_000)
    ]
    started = time.process_time()

    groups = same_defect_groups(found)

    assert time.process_time() - started < 10
    assert sum(map(len, groups)) == len(found)
    assert sum(len(top.messages) for top in top_findings(found)) == len(found)
