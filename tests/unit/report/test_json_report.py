"""The aggregate: every key, the published schema, and the rules that keep a lost review from looking clean."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from orchestrator.errors import StateError
from orchestrator.report.json_report import (
    JsonReporter,
    documentation_only_object,
    error_object,
    report_object,
    to_json,
    validate_report,
)
from orchestrator.schemas import load_schema
from orchestrator.values.change import LeftOut, ScopeKind
from orchestrator.values.outcome import Skipped
from orchestrator.values.report import GateState, Health, Report, Totals, Verdict
from orchestrator.values.turn import FailureKind
from tests.support.reports import (
    BASE,
    HEAD,
    make_change,
    make_failed,
    make_finding,
    make_incomplete,
    make_passed,
    make_report,
    make_stopped,
    make_warned,
)

KEYS = [
    "schema",
    "overall",
    "verdict",
    "timestamp",
    "scope",
    "targetFiles",
    "preFlightPassed",
    "gates",
    "staticAnalysis",
    "optionalTools",
    "roster",
    "engine",
    "agents",
    "topFindings",
    "totals",
    "health",
    "dispatchFailures",
    "withheld",
    "suppressed",
    "expiredRisks",
    "coverage",
    "cost",
    "redactions",
    "tokenEstimate",
    "escalated",
    "gate",
    "summary",
    "verdictReasons",
    "audit",
    "notices",
]


def rendered(report: Report) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(JsonReporter().render(report))
    return data


@pytest.mark.parametrize("make", [make_passed, make_warned, make_failed, make_incomplete, make_stopped])
def test_every_kind_of_run_has_every_key_in_the_documented_order(make: Callable[[], Report]) -> None:
    data = rendered(make())
    assert list(data) == KEYS
    assert data["schema"] == "code-review-report/1"


def test_output_is_one_ascii_document_with_a_newline_at_the_end() -> None:
    report = make_report(make_finding("Größe 漢字", file="src/\udcff\u202e.py"))
    output = JsonReporter().render(report)
    assert output.isascii()
    assert output.endswith(b"}\n")
    assert json.loads(output)["scope"]["files"][0]["path"] == "src/\udcff\u202e.py"


def test_scope_names_both_ends_the_subject_and_the_files() -> None:
    scope = rendered(make_warned())["scope"]
    assert (scope["kind"], scope["base"], scope["baseSha"], scope["head"], scope["headSha"]) == (
        "since",
        "main",
        BASE,
        "feature",
        HEAD,
    )
    assert scope["files"][1] == {"path": "lib/util.ts", "status": "R", "oldPath": "lib/helpers.ts"}
    assert scope["subject"] == "5d" * 32


def test_a_missing_subject_is_null_with_the_reason() -> None:
    change = make_change(kind=ScopeKind.ALL, subject="", no_subject="whole files were reviewed")
    scope = rendered(make_report(change=change))["scope"]
    assert (scope["subject"], scope["noSubject"]) == (None, "whole files were reviewed")


def test_a_lens_result_carries_its_issues_with_all_fields() -> None:
    data = rendered(make_report(make_finding(end_line=14, pre_existing=True)))
    (result,) = data["agents"]
    assert (result["agentName"], result["modelTier"], result["status"], result["attempts"]) == (
        "correctness-review",
        "small",
        "fail",
        1,
    )
    assert result["issues"] == [
        {
            "agentName": "correctness-review",
            "category": "unchecked-result",
            "severity": "error",
            "confidence": "high",
            "file": "src/app.py",
            "line": 12,
            "endLine": 14,
            "message": "The result is never checked.",
            "suggestedFix": "Check the result before using it.",
            "evidence": "result = call()",
            "preExisting": True,
            "ruleId": "correctness-review.unchecked-result",
            "inDiff": True,
            "anchor": "exact",
        }
    ]


def test_withheld_and_suppressed_findings_are_listed_apart_with_why() -> None:
    data = rendered(make_warned())
    assert [one["reason"] for one in data["withheld"]] == ["the quote is not in the file"]
    assert [(one["line"], one["by"]) for one in data["suppressed"]] == [(88, "legacy-sql"), (93, "legacy-sql")]
    shown = [issue["message"] for result in data["agents"] for issue in result["issues"]]
    assert "Guessed." not in shown
    assert "Known SQL." not in shown


def test_lost_lens_and_unread_file_are_in_the_report() -> None:
    data = rendered(make_incomplete())
    assert data["dispatchFailures"] == [
        {
            "agentName": "security-review",
            "attempts": 2,
            "error": "the reply ends inside a string",
            "shape": "truncated",
            "kind": "malformed",
        }
    ]
    assert [result["agentName"] for result in data["agents"]] == ["correctness-review"]
    omitted = {entry["agent"]: entry["omitted"] for entry in data["coverage"]}
    assert omitted["correctness-review"] == [
        {"file": "src/huge.py", "reason": "2.9 MB, over the limit of 0.2 MB", "kind": "unread"}
    ]


def test_paths_the_run_left_out_are_covered_by_the_star_entry() -> None:
    coverage = rendered(make_warned())["coverage"]
    assert coverage[-1] == {
        "agent": "*",
        "files": [],
        "omitted": [{"file": "dist/app.min.js", "reason": "generated by a build", "kind": "generated"}],
    }
    assert all(entry["agent"] != "*" for entry in rendered(make_passed())["coverage"])


def test_what_was_set_aside_on_purpose_is_published_as_ignored() -> None:
    left_out = (
        LeftOut(".env", "its name says that it may hold secrets", "secret"),
        LeftOut("x.bin", "too large", "budget"),
    )
    report = make_report(change=make_change(left_out=left_out))
    with pytest.raises(StateError):
        JsonReporter().render(report)
    coverage = rendered(replace(report, verdict=Verdict.NONE, overall=Verdict.FAIL))["coverage"]
    assert [omitted["kind"] for omitted in coverage[-1]["omitted"]] == ["ignored", "budget"]


def test_a_skipped_lens_is_a_result_of_its_own() -> None:
    (result,) = rendered(make_report(outcomes=(Skipped("a11y-review", "no page was changed"),)))["agents"]
    assert (result["status"], result["summary"], result["issues"], result["attempts"]) == (
        "skip",
        "no page was changed",
        [],
        0,
    )


def test_absent_tools_are_missing_and_the_others_are_listed() -> None:
    analysis = rendered(make_warned())["staticAnalysis"]
    assert analysis["missing"] == [{"tool": "eslint", "hint": "npm install --save-dev eslint"}]
    assert [tool["tool"] for tool in analysis["tools"]] == ["semgrep"]
    assert analysis["tools"][0]["partial"] == [{"file": "lib/util.ts", "reason": "syntax"}]
    assert (analysis["findings"], analysis["leftOut"]) == (2, 0)
    more = rendered(make_report(static_count=50, static_left_out=10))["staticAnalysis"]
    assert (more["findings"], more["leftOut"]) == (50, 10)


def test_cost_is_counted_and_a_price_is_called_an_estimate() -> None:
    cost = rendered(make_passed())["cost"]
    assert cost == {
        "tokens": {"input": 1200, "cachedRead": 9000, "cachedWrite": 0, "output": 300},
        "usd": 0.0123,
        "estimated": True,
    }
    assert rendered(make_warned())["cost"]["usd"] is None


def test_skipped_lenses_are_not_counted_as_asked() -> None:
    assert rendered(make_warned())["tokenEstimate"] == {
        "totalInputFiles": 3,
        "agentCount": 4,
        "contextStrategy": "full-file",
    }


@pytest.mark.parametrize(
    ("broken", "where"),
    [
        (replace(make_incomplete(), verdict=Verdict.PASS, overall=Verdict.PASS), "verdict"),
        (replace(make_incomplete(), overall=Verdict.PASS), "overall"),
        (replace(make_incomplete(), verdict=Verdict.FAIL), "verdict"),
        (replace(make_passed(), overall=Verdict.WARN), "$"),
        (replace(make_passed(), escalated=True), "overall"),
        (replace(make_passed(), totals=Totals(errors=1)), "overall"),
        (replace(make_passed(), change=replace(make_change(), files=())), "verdict"),
        (replace(make_failed(), gate=GateState(True, "", "")), "verdict"),
        (replace(make_stopped(), overall=Verdict.WARN, verdict=Verdict.WARN), "overall"),
        (replace(make_passed(), context_strategy="all of it"), "contextStrategy"),
    ],
)
def test_a_report_that_hides_a_gap_is_never_printed(broken: Report, where: str) -> None:
    with pytest.raises(StateError, match="breaks its own schema") as caught:
        JsonReporter().render(broken)
    assert where in caught.value.reason


def test_the_complaint_stays_short_when_the_report_is_long() -> None:
    findings = [make_finding(f"Defect {number}.", line=number) for number in range(1, 500)]
    with pytest.raises(StateError) as caught:
        JsonReporter().render(replace(make_report(*findings), overall=Verdict.PASS))
    assert len(caught.value.reason) < 500


def test_error_object_is_never_a_pass() -> None:
    data = json.loads(
        to_json(error_object("no engine can answer", missing=("an API key",), hint="use --engine offline"))
    )
    assert data == {
        "schema": "code-review-report/1",
        "status": "error",
        "overall": "fail",
        "verdict": "none",
        "reason": "no engine can answer",
        "missing": ["an API key"],
        "hint": "use --engine offline",
    }


def test_documentation_only_object() -> None:
    data = json.loads(to_json(documentation_only_object(["README.md", "docs/\udce9.md"])))
    assert data == {
        "schema": "code-review-report/1",
        "status": "skipped",
        "reason": "documentation-only",
        "files": ["README.md", "docs/\udce9.md"],
    }


@pytest.mark.parametrize("extra", [{"status": "error"}, {"status": "skipped"}, {"surprise": 1}])
def test_the_forms_cannot_be_mixed(extra: dict[str, object]) -> None:
    with pytest.raises(StateError):
        validate_report({**report_object(make_passed()), **extra})


@pytest.mark.parametrize(
    "name",
    [
        *("code-review-report", "code-review-payload", "correction", "review-value", "override-audit"),
        *("record-start", "record-answer", "record-validate", "record-close", "record-asked"),
    ],
)
def test_schemas_are_valid_schemas(name: str) -> None:
    schema = load_schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_enumerations_of_the_schema_are_those_of_the_values() -> None:
    run = load_schema("code-review-report")["$defs"]["run"]["properties"]
    assert set(run["verdict"]["enum"]) == {verdict.value for verdict in Verdict}
    assert set(run["health"]["enum"]) == {health.value for health in Health}
    kinds = load_schema("code-review-report")["$defs"]["scope"]["properties"]["kind"]["enum"]
    assert set(kinds) == {kind.value for kind in ScopeKind}
    assert kinds == load_schema("dry-run")["$defs"]["scope"]["properties"]["kind"]["enum"]


def test_every_kind_of_failure_may_be_reported() -> None:
    kinds = load_schema("code-review-report")["$defs"]["dispatchFailure"]["properties"]["kind"]["enum"]
    assert set(kinds) == {kind.value for kind in FailureKind}
