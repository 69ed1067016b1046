"""What a report says after a fix loop, for programs and for people, and that an escalation cannot look like less."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from orchestrator.errors import StateError
from orchestrator.report.corrections import corrections
from orchestrator.report.json_report import JsonReporter
from orchestrator.report.markdown import MarkdownReporter
from orchestrator.report.metrics import Purpose
from orchestrator.report.payload import MARKER, payload_block, payload_object
from orchestrator.schemas import load_schema
from orchestrator.values.finding import Severity
from orchestrator.values.fixrun import FixEnd, FixState
from orchestrator.values.report import Report, Verdict
from tests.support.fix_reports import (
    COMMITS,
    ESCALATED,
    make_converged,
    make_escalated,
    make_fix_run,
    make_fixed,
    make_round,
)
from tests.support.mode_reports import make_discussed
from tests.support.reports import make_failed, make_finding, make_passed, make_report

ENDS = [end for end in FixEnd if not end.escalates]
ESCALATIONS = [end for end in FixEnd if end.escalates]


def published(report: Report) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(JsonReporter().render(report))
    return data


def prose(report: Report) -> str:
    return MarkdownReporter().render(report).decode("utf-8").partition(f"\n{MARKER}\n")[0]


def section(text: str, title: str = "Fixes") -> str:
    return text.split(f"\n## {title}\n")[1].split("\n## ", maxsplit=1)[0]


def test_a_run_without_a_loop_says_nothing_of_one() -> None:
    assert "fixes" not in published(make_failed())
    assert "fixes" not in payload_object(make_failed())
    assert "ixes" not in prose(make_failed())


def test_the_aggregate_holds_the_whole_loop() -> None:
    fixes = published(make_converged())["fixes"]
    assert list(fixes) == [
        "ended",
        "escalated",
        "iterations",
        "rounds",
        "findings",
        "tests",
        "where",
        "commits",
        "notices",
        "resumed",
    ]
    assert (fixes["ended"], fixes["escalated"], fixes["iterations"]) == ("converged", False, 2)
    assert (fixes["where"], fixes["commits"]) == ("committed", list(COMMITS))
    assert fixes["rounds"][1] == {
        "number": 2,
        "purpose": "verification",
        "agents": ["security-review"],
        "new": 1,
        "carried": 0,
        "provenance": 1,
    }


def test_each_finding_is_an_issue_with_what_became_of_it() -> None:
    report = make_report(make_finding(), fixes=make_fix_run(make_fixed(commit=COMMITS[0])))
    data = published(report)
    (issue,), (fixed,) = data["agents"][0]["issues"], data["fixes"]["findings"]
    assert fixed == {
        **issue,
        "state": "fixed",
        "reason": "correctness-review looked again and says that it is resolved",
        "fixer": "anthropic",
        "iteration": 1,
        "commit": COMMITS[0],
    }


def test_enumerations_of_the_schemas_are_those_of_the_values() -> None:
    report, payload = load_schema("code-review-report")["$defs"], load_schema("code-review-payload")["$defs"]
    assert set(report["fixedFinding"]["properties"]["state"]["enum"]) == {state.value for state in FixState}
    assert set(payload["fixes"]["properties"]["states"]["required"]) == {state.value for state in FixState}
    assert set(report["loopRound"]["properties"]["purpose"]["enum"]) == {purpose.value for purpose in Purpose}
    for one in (report["fixes"], payload["fixes"]):
        assert set(one["properties"]["ended"]["enum"]) == {end.value for end in FixEnd}
        assert set(one["if"]["properties"]["ended"]["enum"]) == {end.value for end in ENDS}


@pytest.mark.parametrize("end", ESCALATIONS)
def test_an_escalated_loop_is_never_published_as_anything_but_a_failure(end: FixEnd) -> None:
    report = make_report(make_finding(severity=Severity.WARNING), fixes=make_fix_run(ended=end))
    with pytest.raises(StateError, match="code-review-report"):
        JsonReporter().render(report)
    with pytest.raises(StateError, match="code-review-report"):
        JsonReporter().render(replace(report, overall=Verdict.FAIL, verdict=Verdict.FAIL))
    with pytest.raises(StateError, match="code-review-payload"):
        payload_block(report)
    data = published(replace(report, **ESCALATED))
    assert (data["overall"], data["escalated"], data["fixes"]["escalated"]) == ("fail", True, True)


@pytest.mark.parametrize("end", ENDS)
def test_a_loop_that_came_to_an_end_may_pass(end: FixEnd) -> None:
    data = published(make_report(fixes=make_fix_run(make_fixed(), ended=end)))
    assert (data["overall"], data["escalated"], data["fixes"]["escalated"]) == ("pass", False, False)


def test_the_payload_counts_findings_by_what_became_of_them() -> None:
    fixes = payload_object(make_escalated())["fixes"]
    assert isinstance(fixes, dict)
    assert fixes["states"] == dict.fromkeys((state.value for state in FixState), 1)
    assert (fixes["ended"], fixes["escalated"], fixes["rounds"]) == ("same-issues-persist", True, 3)


def test_every_outcome_has_a_line_and_every_finding_its_reason() -> None:
    text = section(prose(make_escalated()))
    assert "- 1 reverted because tests failed\n" in text
    assert "Auto-fix failed, human review required: the project's tests fail with it (anthropic, iteration 1)" in text
    assert "The fixer declined: the caller relies on it, a person has to choose" in text
    assert "### For a person (6)" in text
    assert text.index("### Fixed (1)") < text.index("### For a person (6)") < text.index("### Rounds")
    assert "It went on with run 7c1e90." in text
    assert "> **Notice.** src/app.py was changed by somebody else meanwhile" in text


def test_fixed_findings_are_listed_by_file() -> None:
    text = section(prose(make_converged()))
    assert re.findall(r"- \*\*fixed\*\* `(\S+)`", text) == ["src/app.py:12", "src/db.py:31"]
    assert (
        f"Settled: the import is gone, and nothing else refers to it (anthropic, iteration 2, commit `{COMMITS[1]}`)"
        in text
    )


def test_what_is_fixed_is_told_among_the_fixes_alone() -> None:
    report = make_converged()
    text = prose(report)
    assert "User input is put into the SQL text." in section(text)
    assert "src/db.py" not in section(text, "Findings")
    assert [one.files for one in corrections(report)] == [("src/app.py",)]
    assert len(corrections(make_escalated())) == 6


def test_a_suggestion_that_was_left_calls_for_nobody() -> None:
    text = prose(make_converged())
    assert "Fixes: 2 fixed, 1 left as found.\n" in text
    assert "### Left as found (1)" in text
    assert "person" not in text


def test_what_could_be_acted_on_and_was_left_needs_a_person() -> None:
    left = make_fixed(state=FixState.LEFT, reason="no fixer proposed anything", fixer="", iteration=0)
    text = prose(make_report(left.finding, fixes=make_fix_run(left, make_fixed(), ended=FixEnd.NOTHING_FIXED)))
    assert "Fixes: 1 fixed, 1 needs a person.\n" in text
    assert "Left as found: no fixer proposed anything\n" in text
    assert "### For a person (1)" in text


def test_a_reason_that_says_it_already_is_not_said_twice() -> None:
    reverted = make_fixed(state=FixState.REVERTED, reason="auto-fix failed, human review required: tests fail")
    text = section(prose(make_report(reverted.finding, fixes=make_fix_run(reverted))))
    assert text.count("uto-fix failed") == 1
    assert "  Auto-fix failed, human review required: tests fail (anthropic, iteration 1)" in text


ONE_OF_EACH = (
    "6 findings that could be acted on are left: 1 still there after a fix, 1 reverted because tests failed, "
    "1 with a fix that was refused, 1 declined by the fixer, 1 not fixed because something failed, 1 left as found"
)


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (FixEnd.ROUND_CAP, "the round cap was reached before everything was settled"),
        (FixEnd.ITERATION_LIMIT, "the iteration limit was reached with findings still to be acted on"),
        (FixEnd.PERSISTS, ONE_OF_EACH),
        (FixEnd.INTERRUPTED, "it was interrupted before it had come to an end"),
    ],
)
def test_an_escalation_comes_first_with_its_reason_and_the_rounds_as_evidence(end: FixEnd, words: str) -> None:
    report = make_escalated()
    assert report.fixes
    lines = prose(replace(report, fixes=replace(report.fixes, ended=end))).splitlines()
    assert lines[0] == "# Code review: FAIL"
    assert lines[2] == f"> **Escalated.** The fix loop stopped because {words}. A person has to decide."
    assert lines[4:7] == [
        "- Round 1, discovery by 2 lenses: 7 new",
        "- Round 2, verification by 1 lens: 1 new (1 where the fix before it was made), 2 carried",
        "- Round 3, verification by 1 lens: 0 new, 1 carried",
    ]
    assert lines[8] == "Do not merge: the fix loop stopped with 6 warnings still open."
    assert sum("**Escalated.**" in line for line in lines) == 1


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (FixState.DECLINED, "1 finding that could be acted on is left: 1 declined by the fixer"),
        (FixState.FIXED, "fixes brought up findings that nobody has chosen to be fixed"),
    ],
)
def test_an_escalation_speaks_of_nothing_that_has_not_happened(state: FixState, words: str) -> None:
    run = make_fix_run(make_fixed(state=state), ended=FixEnd.PERSISTS)
    assert f"The fix loop stopped because {words}." in prose(make_report(make_finding(), fixes=run, **ESCALATED))


def test_a_loop_that_came_to_an_end_shows_no_escalation() -> None:
    assert "scalated" not in prose(make_converged())


def test_an_escalation_does_not_hide_errors() -> None:
    report = make_report(make_finding(), fixes=make_fix_run(ended=FixEnd.ROUND_CAP), **ESCALATED)
    assert "1 error to put right before merging." in prose(report)


def test_many_lenses_are_counted_and_few_are_named() -> None:
    text = section(prose(make_converged()))
    assert "| 1 | discovery | 5 lenses | 2 | 0 | 0 |" in text
    assert "| 3 | closing | security-review, correctness-review | 0 | 0 | 0 |" in text


@pytest.mark.parametrize(
    ("where", "commits", "said"),
    [
        ("staged", (), "staged, not committed"),
        ("left", (), "in the work tree, uncommitted"),
        ("committed", COMMITS[:1], f"committed as `{COMMITS[0]}`"),
        ("in a patch beside the report", (), "in a patch beside the report"),
    ],
)
def test_where_the_fixes_are_is_said(where: str, commits: tuple[str, ...], said: str) -> None:
    text = section(prose(make_report(fixes=make_fix_run(make_fixed(), where=where, commits=commits))))
    assert f"Where they are: {said}\n" in text
    assert "Judged by: the project's tests (pytest -q): 41 passed\n" in text


def test_a_loop_that_made_no_fix_speaks_of_none() -> None:
    run = make_fix_run(ended=FixEnd.NOTHING_ACTIONABLE, iterations=0, rounds=(make_round(1),), where="", tests="")
    text = prose(make_report(fixes=run))
    assert "Fixes: no finding was given to the loop." in text
    assert "Ended after 1 round of review: no finding was left that a fix loop may act on." in section(text)
    assert "Judged by" not in text
    assert "Where they are" not in text


@pytest.mark.parametrize(
    ("aside", "words"),
    [
        (0, "no finding was left that a fix loop may act on"),
        (1, "1 finding was set aside and is left as it is"),
        (3, "3 findings were set aside and are left as they are"),
    ],
)
def test_findings_that_were_set_aside_are_not_called_gone(aside: int, words: str) -> None:
    run = make_fix_run(make_fixed(), ended=FixEnd.NOTHING_ACTIONABLE, aside=aside)
    assert f"2 rounds of review: {words}." in section(prose(make_report(fixes=run)))
    persists = replace(run, ended=FixEnd.PERSISTS)
    assert "set aside" not in prose(make_report(fixes=persists, **ESCALATED))


def test_a_notice_that_leads_the_report_is_not_repeated() -> None:
    run = make_fix_run(make_fixed(), notices=("One fix was not staged.",))
    assert prose(make_report(fixes=run, notices=run.notices)).count("One fix was not staged.") == 1


def test_a_report_of_a_mode_and_a_lost_verdict_tell_of_fixes_too() -> None:
    assert "### Fixed (1)" in prose(replace(make_discussed(), fixes=make_fix_run(make_fixed())))
    lost = replace(make_passed(), fixes=make_fix_run(ended=FixEnd.INTERRUPTED), **ESCALATED)
    text = prose(replace(lost, verdict=Verdict.NONE, verdict_reasons=("the run was interrupted",)))
    assert text.startswith("# Code review: NO VERDICT\n\n> **Escalated.**")
