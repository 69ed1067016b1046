"""The prose report.

The goldens are `tests/golden/report-*.md`. After a wanted change of wording, delete the file, run this test once (it
fails and writes what is rendered now), read the new file as a reader would, and commit it.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from orchestrator.report.markdown import MarkdownReporter
from orchestrator.report.payload import MARKER
from orchestrator.values.analysis import GateResult, GateStatus
from orchestrator.values.change import ChangedFile, LeftOut, ScopeKind, Status
from orchestrator.values.finding import Severity
from orchestrator.values.outcome import Completed
from orchestrator.values.report import Report, Verdict
from tests.support.fix_reports import make_converged, make_escalated
from tests.support.mode_reports import make_discussed, make_unfinished
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
    replace_change,
)

GOLDEN = Path(__file__).parents[2] / "golden"


def rendered(report: Report) -> str:
    """What a person reads: the report without the block for programs at its end."""
    prose, marker, _ = MarkdownReporter().render(report).decode("utf-8").rpartition(f"\n{MARKER}\n")
    assert marker
    return prose


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("pass", make_passed),
        ("warn", make_warned),
        ("fail", make_failed),
        ("no-verdict", make_incomplete),
        ("stopped", make_stopped),
        ("fixed", make_converged),
        ("escalated", make_escalated),
        ("mode", make_discussed),
        ("mode-incomplete", make_unfinished),
    ],
)
def test_golden(name: str, make: Callable[[], Report]) -> None:
    golden = GOLDEN / f"report-{name}.md"
    text = MarkdownReporter().render(make()).decode("utf-8")
    if not golden.exists():
        golden.write_text(text, encoding="utf-8")
        pytest.fail(f"{golden.name} did not exist; it was written, read it and commit it")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("make", "title"),
    [
        (make_passed, "PASS"),
        (make_warned, "WARN"),
        (make_failed, "FAIL"),
        (make_incomplete, "NO VERDICT"),
        (make_stopped, "FAIL"),
    ],
)
def test_the_first_line_is_the_verdict(make: Callable[[], Report], title: str) -> None:
    assert rendered(make()).splitlines()[0] == f"# Code review: {title}"


def test_both_ends_of_the_change_and_the_number_of_files_are_named() -> None:
    text = rendered(make_failed())
    assert f"`{BASE}` (`main`)" in text
    assert f"`{HEAD}` (`feature`)" in text
    assert "changes since `main`, 3 files" in text


def test_an_empty_tree_as_base_is_said() -> None:
    change = make_change(kind=ScopeKind.STAGED, base_ref="", base_sha="", head_sha="", head_ref="")
    text = rendered(make_report(change=change))
    assert "**Base:** the empty tree, nothing came before" in text
    assert "**Head:** no commit yet" in text


def test_a_work_tree_is_compared_with_the_commit_it_is_named_with() -> None:
    change = make_change(kind=ScopeKind.WORKTREE, base_ref="HEAD~2")
    assert "everything in the work tree that changed since `HEAD~2`, 1 file" in rendered(make_report(change=change))


def test_a_patch_has_no_tree_to_name() -> None:
    change = make_change(kind=ScopeKind.PATCH, base_ref="", base_sha="", head_ref="", head_sha="", subject="")
    text = rendered(make_report(change=change))
    assert "**Scope:** a change recorded as a patch, 1 file" in text
    assert "**Base:**" not in text
    assert "**Head:**" not in text


def test_a_rule_based_run_says_that_no_model_looked() -> None:
    assert "No model reviewed this change" in rendered(make_warned())
    assert "No model reviewed this change" not in rendered(make_passed())


def test_an_incomplete_run_without_findings_is_not_called_clean() -> None:
    text = rendered(make_incomplete())
    assert "Treat it as not reviewed" in text
    assert "That is not a clean review" in text
    assert "healthy" not in text
    assert "| security-review | malformed, truncated reply | 2 | the reply ends inside a string | 1 |" in text
    assert "| `src/huge.py` | unread |" in text


def test_no_finding_takes_more_than_three_lines() -> None:
    long = "word " * 400
    text = rendered(make_report(make_finding(f"First.\n\nSecond.\n- {long}", suggested_fix=f"```\n{long}\n```")))
    entry = text.split("- **error**")[1].split("\n\n")[0]
    assert len(entry.splitlines()) == 3
    assert len(entry) < 1000


def test_one_defect_seen_by_two_lenses_is_described_once() -> None:
    text = rendered(make_failed())
    entries = re.findall(r"- \*\*error\*\* `src/db.py.*", text)
    assert entries == [
        "- **error** `src/db.py:31` (also 32) security-review, correctness-review (`A03.sql-injection`), confidence high  "
    ]
    assert "a quote breaks the query" not in text


def test_no_finding_is_dropped_however_many_there_are() -> None:
    findings = [
        make_finding(
            f"Defect number {number} of its own kind, code {number * 7919}.",
            line=number * 50,
            category=f"kind-{number}",
        )
        for number in range(1, 301)
    ]
    text = rendered(make_report(*findings))
    assert all(f"`src/app.py:{number * 50}`" in text for number in range(1, 301))


def test_the_worst_file_comes_first() -> None:
    text = rendered(
        make_report(
            make_finding("Slow.", file="a.py", severity=Severity.SUGGESTION),
            make_finding("Wrong.", file="z.py"),
            make_finding("Odd.", file="b.py", severity=Severity.WARNING),
        )
    )
    assert re.findall(r"^### `(.)\.py`", text, re.MULTILINE) == ["z", "b", "a"]


def test_long_lists_are_capped_and_say_by_how_much() -> None:
    paths = [f"src/{number}.py" for number in range(300)]
    left_out = tuple(LeftOut(path, "ignored by a rule") for path in paths)
    report = replace_change(
        make_passed(), left_out=left_out, files=tuple(ChangedFile(path=path, status=Status.ADDED) for path in paths)
    )
    text = rendered(report)
    assert "- ... and 280 more; the JSON report lists all of them" in text
    assert "| `src/0.py`, `src/1.py`, `src/10.py` and 297 more | ignored | ignored by a rule | the whole run |" in text


def test_what_costs_the_verdict_is_never_among_the_capped() -> None:
    report = make_incomplete()
    crowd = tuple(LeftOut(f"a/{number}.py", "ignored by a rule") for number in range(100))
    assert "`src/huge.py` | unread" in rendered(replace_change(report, left_out=crowd))


def test_every_file_that_costs_the_verdict_is_named() -> None:
    unread = tuple(LeftOut(f"src/{number}.py", "permission denied", "unread") for number in range(9))
    text = rendered(replace_change(make_incomplete(), left_out=unread))
    assert all(f"`src/{number}.py`" in text for number in range(9))


def test_suppressed_findings_are_grouped_by_rule_and_counted() -> None:
    text = rendered(make_warned())
    assert "### Rule `legacy-sql` (2 findings)" in text
    assert "2 warnings, 1 suggestion (1 withheld, 2 suppressed)" in text
    assert "- rule legacy-sql is broad: it covers a whole file" in text


def test_lenses_dropped_for_one_reason_share_a_row() -> None:
    assert "| test-smell-review, js-fp-review | scope | no test file was changed |" in rendered(make_warned())


def test_an_absent_tool_shows_how_to_get_it() -> None:
    assert "| eslint | absent | 0 | 0 | npm install --save-dev eslint |" in rendered(make_warned())


def test_a_failed_gate_explains_why_there_is_no_finding() -> None:
    text = rendered(make_stopped())
    assert "No lens was started, so there are no findings." in text
    assert "| secrets | **FAIL** |" in text


def test_an_escalated_run_says_so() -> None:
    report = replace(make_failed(), escalated=True)
    assert "**Escalated.** The fix loop stopped without converging" in rendered(report)


def test_a_written_gate_file_is_reported() -> None:
    gate = replace(make_passed().gate, written=True, reason="", rule="")
    assert "- **Gate file:** written\n" in rendered(replace(make_passed(), gate=gate))


def test_notes_on_a_reply_and_roster_warnings_are_shown_in_words() -> None:
    report = make_warned()
    first, *others = report.outcomes
    assert isinstance(first, Completed)
    noted = replace(first, result=replace(first.result, notes=("status said pass, its issues say warn",)))
    warnings = (
        "claims-review",
        "unnarrowed-added-only:component-architecture-review",
        "skipped-non-executable:x-review",
    )
    report = replace(report, outcomes=(noted, *others), roster=replace(report.roster, warnings=warnings))
    text = rendered(report)
    assert "- correctness-review: status said pass, its issues say warn" in text
    assert "- claims-review: declares no Scope" in text
    assert "- component-architecture-review: looks at added files only" in text
    assert "skipped-non-executable" not in text


def test_a_failing_run_without_errors_points_to_the_reasons() -> None:
    report = replace(
        make_passed(), verdict=Verdict.FAIL, overall=Verdict.FAIL, verdict_reasons=("the fix loop escalated",)
    )
    assert "see the reasons below" in rendered(report)
    assert "- the fix loop escalated" in rendered(report)


def test_a_gate_that_only_warns_does_not_stop_anything() -> None:
    report = replace(make_passed(), gates=(GateResult("lint", GateStatus.WARN, "3 warnings"),))
    assert rendered(report).startswith("# Code review: PASS")
