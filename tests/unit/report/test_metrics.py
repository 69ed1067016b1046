"""Rows of the metric and audit streams."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from orchestrator.errors import StateError
from orchestrator.report.boundary import check
from orchestrator.report.metrics import (
    Purpose,
    ReviewRound,
    RoundOutcome,
    append_override,
    append_review_value,
    override_row,
    review_value_row,
    round_row,
)
from orchestrator.values.finding import Severity
from tests.support.mode_reports import make_mode_report, stated
from tests.support.reports import make_failed, make_incomplete, make_warned
from tests.unit.findings.build import finding

NOW = datetime(2026, 11, 30, 20, 45, 1, 999, tzinfo=timezone(timedelta(hours=2)))


def test_round_one_row_of_a_run() -> None:
    assert review_value_row(make_failed(), NOW) == {
        "timestamp": "2026-11-30T18:45:01Z",
        "source": "code-review",
        "round": 1,
        "agents_run": ["security-review", "correctness-review", "structure-review"],
        "findings_new": 5,
        "findings_carried": 0,
        "severity_breakdown": {"errors": 4, "warnings": 1, "suggestions": 0},
        "fix_provenance_new": 0,
        "dispatch_purpose": "discovery",
        "outcome": "no-op",
    }


def test_lost_lenses_count_as_run_and_skipped_ones_do_not() -> None:
    assert review_value_row(make_incomplete(), NOW)["agents_run"] == ["correctness-review", "security-review"]
    assert "a11y-review" not in str(review_value_row(make_warned(), NOW))


def test_an_escalated_run_is_marked() -> None:
    assert review_value_row(replace(make_failed(), escalated=True), NOW)["outcome"] == "escalated"


def test_a_mode_is_one_agent_and_its_severities_count_as_those_they_force() -> None:
    row = review_value_row(make_mode_report(stated("F1", "high"), stated("F2", "low", line=80)), NOW)
    assert row["agents_run"] == ["shape"]
    assert row["severity_breakdown"] == {"errors": 1, "warnings": 0, "suggestions": 1}
    check(row, "review-value")


def test_the_row_of_a_later_round(tmp_path: Path) -> None:
    one = ReviewRound(
        number=3,
        agents=("naming-review", "doc-review", "naming-review"),
        new=(finding(), finding(severity=Severity.SUGGESTION), finding(line=9)),
        carried=4,
        fix_provenance_new=2,
        purpose=Purpose.CLOSING,
        outcome=RoundOutcome.FIXED,
    )
    row = round_row(one, NOW)
    append_review_value(tmp_path / "rows.jsonl", row)
    assert row == {
        "timestamp": "2026-11-30T18:45:01Z",
        "source": "code-review",
        "round": 3,
        "agents_run": ["naming-review", "doc-review"],
        "findings_new": 3,
        "findings_carried": 4,
        "severity_breakdown": {"errors": 2, "warnings": 0, "suggestions": 1},
        "fix_provenance_new": 2,
        "dispatch_purpose": "closing",
        "outcome": "fixed",
    }


def test_the_row_holds_no_path_and_no_text_of_a_finding(tmp_path: Path) -> None:
    stream = tmp_path / ".claude" / "metrics" / "review-value.jsonl"
    for report in (make_failed(), make_warned()):
        append_review_value(stream, review_value_row(report, NOW), root=tmp_path)
    text = stream.read_text()
    assert text.count("\n") == 2
    assert not any(word in text for word in ("src", ".py", "SQL", "main", "feature"))


def test_override_row(tmp_path: Path) -> None:
    row = override_row(branch="hot\nfix", reason="release tonight", files=["a.py"], gates=["secrets", "lint"], now=NOW)
    append_override(tmp_path / "override-audit.jsonl", row)
    assert json.loads((tmp_path / "override-audit.jsonl").read_text()) == {
        "timestamp": "2026-11-30T18:45:01Z",
        "branch": "hot\nfix",
        "triggeredBy": "--force",
        "reason": "release tonight",
        "targetFiles": ["a.py"],
        "gatesSkipped": ["secrets", "lint"],
    }


def test_a_row_that_breaks_its_schema_is_not_written(tmp_path: Path) -> None:
    stream = tmp_path / "review-value.jsonl"
    with pytest.raises(StateError, match="agents_run"):
        append_review_value(stream, {**review_value_row(make_failed(), NOW), "agents_run": ["src/app.py: leak"]})
    with pytest.raises(StateError, match="reason"):
        append_override(stream, override_row(branch="main", reason="", files=[], gates=[], now=datetime.now(UTC)))
    assert not stream.exists()


def test_a_linked_folder_on_the_way_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / ".claude").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StateError, match="symbolic link"):
        append_review_value(tmp_path / ".claude" / "x.jsonl", review_value_row(make_failed(), NOW), root=tmp_path)
