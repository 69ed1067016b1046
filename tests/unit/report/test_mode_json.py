"""The aggregate of a run with a mode: the panel's keys, and those that only a mode adds."""

import json
from dataclasses import replace
from typing import Any

import pytest

from orchestrator.errors import StateError
from orchestrator.report.json_report import JsonReporter, report_object, validate_report
from orchestrator.report.scrub import scrub
from orchestrator.values.mode import ModeRun
from orchestrator.values.report import Report, Verdict
from tests.support.mode_reports import SHAPE, STORE, make_discussed, make_mode_report, make_unfinished, stated
from tests.support.reports import make_finding, make_passed

EXTRA = ["id", "severityId", "title", "summary", "fields"]


def rendered(report: Report) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(JsonReporter().render(report))
    return data


def test_three_keys_more_than_the_panel_and_the_panel_has_none_of_them() -> None:
    panel, mode = rendered(make_passed()), rendered(make_discussed())
    assert list(mode) == [*panel, "mode", "findings", "store"]


def test_the_mode_is_told_with_its_whole_vocabulary() -> None:
    mode = rendered(make_discussed())["mode"]
    assert list(mode) == [
        *("id", "label", "fields", "severities", "verdicts", "categories"),
        *("incomplete", "degraded", "focus", "language"),
    ]
    assert [one["key"] for one in mode["fields"]] == ["problem", "consequence", "alternative", "evidence"]
    assert mode["fields"][3] == {"key": "evidence", "label": "Evidence", "required": True, "block": True, "guide": ""}
    assert mode["severities"][1] == {
        "id": "mid",
        "label": "worth a word",
        "tone": "warn",
        "verdict": "warn",
        "meaning": "talk about it once",
    }
    assert mode["verdicts"] == {"pass": "sound", "warn": "worth discussing", "fail": "decide before merge"}
    assert (mode["focus"], mode["language"], mode["incomplete"]) == ("only the boundary to the store", "en", "")


def test_a_finding_has_the_common_keys_and_what_the_mode_states() -> None:
    data = rendered(make_discussed())
    assert [one["id"] for one in data["findings"]] == ["F4", "F1"]
    first = data["findings"][1]
    assert list(first)[-5:] == EXTRA
    assert (first["severity"], first["severityId"], first["ruleId"]) == ("warning", "mid", "shape.layering")
    assert first["fields"]["alternative"] == "Ask `Service.orders()`, which exists already."
    assert data["agents"][0]["issues"] == data["findings"]


def test_withheld_and_suppressed_ones_state_the_same() -> None:
    data = rendered(make_discussed())
    for one, last in ((data["withheld"][0], "reason"), (data["suppressed"][0], "by")):
        assert list(one)[-6:] == [*EXTRA, last]


def test_a_finding_that_no_mode_recorded_is_put_into_its_words() -> None:
    (one,) = rendered(make_mode_report(make_finding("Bad.\nVery.")))["findings"]
    assert (one["id"], one["severityId"], one["title"]) == ("", "high", "Bad. Very.")
    assert one["fields"] == {"problem": "Bad.\nVery.", "evidence": "result = call()"}


def test_store_activity_is_counted() -> None:
    assert rendered(make_discussed())["store"] == {"calls": 12, "recorded": 3, "updated": 1, "deleted": 0}


def test_ignored_files_are_in_the_coverage_with_the_rule_and_its_source() -> None:
    whole = rendered(make_discussed())["coverage"][-1]
    assert whole["omitted"] == [
        {"file": "dist/app.js", "reason": "ignored by dist/ (.gitignore)", "kind": "ignored"},
    ]


def test_a_reviewer_that_did_not_finish_is_never_printed_with_a_verdict() -> None:
    assert rendered(make_unfinished())["mode"]["incomplete"].startswith("the time of the run")
    with pytest.raises(StateError, match="verdict"):
        JsonReporter().render(replace(make_unfinished(), verdict=Verdict.FAIL))


@pytest.mark.parametrize("key", ["mode", "findings", "store"])
def test_the_three_keys_come_together(key: str) -> None:
    value = report_object(make_discussed())
    del value[key]
    with pytest.raises(StateError):
        validate_report(value)


def test_secrets_leave_the_texts_of_a_finding_and_the_focus() -> None:
    token = "ghp_" + "a1B2c3D4e5" * 3 + "a1B2c3"
    run = ModeRun(mode=replace(SHAPE, system_prompt=f"use {token}"), store=STORE, focus=f"why is {token} here")
    report = make_mode_report(stated(title=f"{token} is shown", fields={"problem": token}), run=run)
    data = rendered(report)
    assert token not in json.dumps(data)
    assert data["mode"]["focus"] == "why is [redacted] here"
    assert data["findings"][0]["fields"]["problem"] == "[redacted]"
    clean = scrub(report)
    assert clean.mode is not None
    assert clean.mode.mode.system_prompt == ""
    assert scrub(clean) == clean
