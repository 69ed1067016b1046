"""What a report in JSON leaves for the record: nothing lost on the way out and back."""

import json
from dataclasses import replace
from typing import Any

import pytest

from orchestrator.errors import UsageError
from orchestrator.record.run_outcome import RunOutcome, outcome_of
from orchestrator.report.json_report import report_object
from orchestrator.values.finding import Anchor, Confidence, Severity
from orchestrator.values.outcome import LensStatus, Skipped
from orchestrator.values.report import Report
from orchestrator.values.turn import Omission, OmissionKind
from tests.support.mode_reports import make_discussed, make_mode_report, make_unfinished
from tests.support.reports import (
    OFFLINE,
    make_completed,
    make_failed,
    make_finding,
    make_incomplete,
    make_report,
    make_stopped,
)

SENT = "9000 characters, more than there was room for: shown are its changed lines alone"


def told(report: Report) -> RunOutcome:
    return outcome_of(json.loads(json.dumps(report_object(report))), "the report")


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"anchor": Anchor.REMOVED, "line": 3, "end_line": 5, "in_diff": False, "pre_existing": True},
        {"severity": Severity.SUGGESTION, "confidence": Confidence.NONE, "category": "", "suggested_fix": ""},
        {"rule": "S602", "anchor": None, "in_diff": None, "file": "src/ü b.py"},
    ],
)
def test_a_finding_comes_back_as_it_was(changes: dict[str, Any]) -> None:
    finding = make_finding(**changes)
    assert told(make_report(finding)).completed == {"correctness-review": (finding,)}


def test_what_does_not_count_is_not_recorded() -> None:
    withheld = make_finding("Nobody can prove it.", withheld_because="the quote is not in the file")
    suppressed = make_finding("It is accepted.", suppressed_by="old")
    assert told(make_report(make_finding(), withheld, suppressed)).completed["correctness-review"] == (make_finding(),)


def test_findings_of_a_mode_keep_what_they_state() -> None:
    report = make_discussed()
    counted = tuple(finding for finding in report.findings if finding.counts)
    assert len(counted) == 2
    assert told(report).completed == {counted[0].agent: counted}
    assert told(make_mode_report()).completed == {counted[0].agent: ()}


def test_every_role_of_a_panel_is_there() -> None:
    report = make_failed()
    outcome = told(report)
    assert {role for role, found in outcome.completed.items() if found} == {
        one.agent for one in report.findings if one.counts
    }
    assert (outcome.failed, outcome.gaps) == ({}, ())


def test_who_failed_has_not_found_that_there_is_nothing() -> None:
    outcome = told(make_incomplete())
    assert (tuple(outcome.completed), outcome.failed) == (
        ("correctness-review",),
        {"security-review": "the reply ends inside a string"},
    )
    assert len(outcome.gaps) == 2


def test_who_was_not_needed_is_not_there() -> None:
    skipped = make_completed("doc-review", status=LensStatus.SKIP)
    outcomes = (make_completed(), skipped, Skipped("naming-review", "no file for it"))
    assert tuple(told(make_report(outcomes=outcomes)).completed) == ("correctness-review",)


def test_a_mode_that_was_stopped_hands_over_what_it_recorded() -> None:
    outcome = told(make_unfinished())
    ((role, found),) = outcome.completed.items()
    assert (len(found), outcome.failed, len(outcome.gaps)) == (1, {}, 1)
    nothing = replace(make_unfinished(), findings=(), outcomes=(make_completed(role),))
    assert (told(nothing).completed, list(told(nothing).failed)) == ({}, [role])


def test_a_run_that_a_gate_stopped_says_why() -> None:
    outcome = told(make_stopped())
    assert (outcome.completed, outcome.failed) == ({}, {})
    assert "the secrets gate failed" in outcome.gaps[0]


def test_only_files_that_were_sent_in_part_are_summarized() -> None:
    gaps = (
        Omission("a.py", SENT, OmissionKind.PARTIAL),
        Omission("b.py", "generated", OmissionKind.GENERATED),
        Omission("c.png", "not text", OmissionKind.BINARY),
    )
    again = make_completed(
        "doc-review", omissions=(Omission("a.py", "something else.", OmissionKind.PARTIAL),), engine="anthropic"
    )
    outcomes = (make_completed(omissions=gaps, engine="anthropic"), again)
    assert told(make_report(outcomes=outcomes)).summarized == (f"a.py \N{EM DASH} {SENT}.",)
    rules = (make_completed(omissions=gaps, engine="offline"),)
    assert told(make_report(outcomes=rules, engine=OFFLINE)).summarized == ()


def test_a_name_that_no_record_can_hold_is_refused() -> None:
    report = make_report(outcomes=(make_completed("a lens"),))
    with pytest.raises(UsageError, match="cannot be a role"):
        told(report)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"verdict": "maybe"}, "as it was printed: verdict: 'maybe' is not one of"),
        ({"schema": "other/1"}, "x.json is no report of a review"),
        ({"surprise": "x" * 1000}, "as it was printed: the whole: "),
    ],
)
def test_what_is_wrong_with_a_report_is_told_with_its_place(broken: dict[str, Any], said: str) -> None:
    data = {**json.loads(json.dumps(report_object(make_report(make_finding())))), **broken}
    with pytest.raises(UsageError) as caught:
        outcome_of(data, "x.json")
    assert said in caught.value.reason
    assert len(caught.value.reason) < 320
    assert "`code-review --json`" in caught.value.hint
