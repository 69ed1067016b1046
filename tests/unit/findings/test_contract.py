"""What a reply may say, and what becomes of a reply that says something else."""

from typing import Any

import pytest

from orchestrator.findings.contract import ContractError, to_result
from orchestrator.findings.lines import coerce_line, coerce_range
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.outcome import LensStatus
from tests.unit.findings.build import issue, lens, reply


def test_a_good_reply_becomes_a_result() -> None:
    data = reply(issue(category="off-by-one", endLine=4, preExisting=True, extra="ignored")) | {"agentName": "me"}

    result = to_result(data, lens=lens())

    assert (result.status, result.summary, result.notes) == (LensStatus.FAIL, "One defect.", ())
    (found,) = result.findings
    assert (found.agent, found.file, found.line, found.end_line) == ("correctness-review", "src/app.py", 3, 4)
    assert (found.severity, found.confidence) == (Severity.ERROR, Confidence.HIGH)
    assert found.rule_id == "correctness-review.off-by-one"
    assert found.pre_existing
    assert found.counts


@pytest.mark.parametrize(
    ("cited", "read"),
    [
        (12, (12, None)),
        (12.0, (12, None)),
        ("12", (12, None)),
        (" 12.0 ", (12, None)),
        ("12-14", (12, 14)),
        ("12\u201314", (12, 14)),
        ("14-12", (14, None)),
        ("L12", (12, None)),
        ("L12-L15", (12, 15)),
        ("lines 12 to 15", (12, 15)),
        ("line 7", (7, None)),
        (None, (None, None)),
        (-1, (None, None)),
        (0, (None, None)),
        (999999, (None, None)),
        ("999999", (None, None)),
        (12.5, (None, None)),
        (float("inf"), (None, None)),
        (True, (None, None)),
        ("N/A", (None, None)),
        ("-1", (None, None)),
        ("12:5", (None, None)),
        ("9" * 400, (None, None)),
        ([12], (None, None)),
    ],
)
def test_field_case_12_a_line_is_coerced_where_its_meaning_is_certain(
    cited: object, read: tuple[int | None, int | None]
) -> None:
    assert coerce_range(cited) == read
    assert coerce_line(cited) == read[0]


@pytest.mark.parametrize("cited", [None, -1, 999999, "N/A"])
def test_field_case_12_an_uncertain_line_withholds_that_finding_and_not_the_others(cited: object) -> None:
    result = to_result(reply(issue(line=cited), issue(line="L9", endLine="12.0")), lens=lens())

    bad, good = result.findings
    assert "is not a line" in bad.withheld_because
    assert not bad.counts
    assert (good.line, good.end_line, good.withheld_because) == (9, 12, "")


@pytest.mark.parametrize(
    ("stated", "severities", "status"),
    [
        ("pass", ["error"], LensStatus.FAIL),
        ("pass", ["warning", "suggestion"], LensStatus.WARN),
        ("skip", ["warning"], LensStatus.WARN),
        ("fail", ["warning"], LensStatus.WARN),
        ("warn", ["suggestion"], LensStatus.PASS),
    ],
)
def test_a_status_that_contradicts_the_issues_is_recomputed_and_noted(
    stated: str, severities: list[str], status: LensStatus
) -> None:
    result = to_result(reply(*(issue(severity=one) for one in severities), status=stated), lens=lens())

    assert result.status is status
    (note,) = result.notes
    assert stated in note
    assert status in note


@pytest.mark.parametrize("stated", ["pass", "skip"])
def test_a_status_without_issues_stands(stated: str) -> None:
    result = to_result(reply(status=stated), lens=lens())

    assert (result.status, result.findings, result.notes) == (stated, (), ())


def test_field_case_8_a_bare_list_of_issues_counts_as_issues() -> None:
    result = to_result([issue(), issue(severity="warning")], lens=lens())

    assert result.status is LensStatus.FAIL
    assert len(result.findings) == 2
    assert result.notes == ("the reply was a bare list of issues",)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "the reply must be of type object"),
        ([], "the reply must be of type object"),
        ("pass", "the reply must be of type object"),
        ({}, "the reply lacks status, issues, summary"),
        (reply(status="approved"), "status must be one of pass, warn, fail, skip"),
        (reply(status="fail"), "status is fail but issues is empty"),
        (reply(status="warn"), "status is warn but issues is empty"),
        (reply(issue(severity="major")), "issues[0].severity must be one of error, warning, suggestion"),
        (reply(issue(), issue(confidence="low")), "issues[1].confidence must be one of high, medium, none"),
        (reply(issue(file=" ")), "issues[0].file must not be blank"),
        (reply(issue(line=True)), "issues[0].line must be of type"),
        (reply(issue(evidence=["a"])), "issues[0].evidence must be of type string"),
        ({"verdict": "resolved", "reason": "x"}, "lacks status"),
        (reply({"message": "m"}), "issues[0] lacks severity, confidence, file, line, suggestedFix, evidence"),
    ],
)
def test_a_breach_is_named_with_its_place(data: object, said: str) -> None:
    with pytest.raises(ContractError) as caught:
        to_result(data, lens=lens())

    assert any(said in problem for problem in caught.value.problems)


def test_a_breach_never_repeats_the_offending_value() -> None:
    with pytest.raises(ContractError) as caught:
        to_result(reply(issue(severity="hunter2-the-password")), lens=lens())

    assert "hunter2" not in str(caught.value)


def test_the_list_of_breaches_is_short() -> None:
    with pytest.raises(ContractError) as caught:
        to_result(reply(*({} for _ in range(100))), lens=lens())

    assert len(caught.value.problems) == 8


@pytest.mark.parametrize("category", ["A03.sql-injection", "A08.review-manipulation"])
def test_a_security_category_of_the_agreed_form_is_accepted(category: str) -> None:
    result = to_result(reply(issue(category=category)), lens=lens("security-review"))

    assert result.findings[0].rule_id == f"security-review.{category}"


@pytest.mark.parametrize("category", ["sql-injection", "A3.x", "A03.SQL", "", None, "A03.sql\n"])
def test_any_other_security_category_is_a_breach(category: object) -> None:
    with pytest.raises(ContractError, match=r"issues\[0\]\.category"):
        to_result(reply(issue(category=category)), lens=lens("security-review"))


@pytest.mark.parametrize("text", ["a\x1b[31mb", "a\ud800b", "a\x00b"])
def test_text_that_could_drive_a_terminal_is_cleaned(text: str) -> None:
    data: dict[str, Any] = reply(issue(message=text, suggestedFix=text, evidence=f"{text}\r\n{text}"), summary=text)

    result = to_result(data, lens=lens())

    (found,) = result.findings
    everything = found.message + found.suggested_fix + found.evidence + result.summary
    assert not set(everything) & {"\x1b", "\ud800", "\x00", "\r"}
    assert "\n" in found.evidence
