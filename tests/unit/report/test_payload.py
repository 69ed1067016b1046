"""The block for programs at the end of a Markdown report."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from orchestrator.errors import StateError
from orchestrator.report.markdown import MarkdownReporter
from orchestrator.report.payload import MARKER, payload_block, payload_object, read_payload
from orchestrator.report.terminal import TerminalReporter
from orchestrator.values.report import Report, Verdict
from tests.support.fix_reports import make_converged, make_escalated
from tests.support.mode_reports import make_discussed, make_unfinished, stated
from tests.support.reports import make_failed, make_incomplete, make_passed, make_report, make_stopped, make_warned

MADE = [
    make_passed,
    make_warned,
    make_failed,
    make_incomplete,
    make_stopped,
    make_discussed,
    make_unfinished,
    make_converged,
    make_escalated,
]


def markdown(report: Report) -> str:
    return MarkdownReporter().render(report).decode("utf-8")


@pytest.mark.parametrize("make", MADE)
def test_every_report_ends_with_it_and_it_reads_back(make: Callable[[], Report]) -> None:
    text = markdown(make())
    lines = text.splitlines()
    assert lines[-4:-2] == [MARKER, "```json"]
    assert lines[-1] == "```"
    assert read_payload(text) == payload_object(make())
    assert MARKER not in TerminalReporter().render(make()).decode("utf-8")


def test_a_reader_needs_to_know_no_mode() -> None:
    data = payload_object(make_discussed())
    assert (data["schema"], data["verdict"], data["verdictWord"]) == ("code-review/2", "warn", "worth discussing")
    assert (data["overall"], data["files"], data["ignored"], data["leftOut"]) == ("warn", 2, 1, 1)
    assert data["store"] == {"calls": 12, "recorded": 3, "updated": 1, "deleted": 0}
    mode, findings = data["mode"], data["findings"]
    assert isinstance(mode, dict)
    assert isinstance(findings, list)
    keys, severities = {one["key"] for one in mode["fields"]}, {one["id"] for one in mode["severities"]}
    assert all(set(one["fields"]) <= keys and one["severityId"] in severities for one in findings)


def test_the_panel_speaks_in_a_vocabulary_of_its_own() -> None:
    data = payload_object(make_failed())
    mode, findings = data["mode"], data["findings"]
    assert isinstance(mode, dict)
    assert isinstance(findings, list)
    assert mode["id"] == "panel"
    assert [one["id"] for one in mode["severities"]] == ["error", "warning", "suggestion"]
    assert [one["key"] for one in mode["fields"]] == ["problem", "fix", "evidence"]
    assert (data["verdictWord"], data["store"]) == ("fail", None)
    assert [one["id"] for one in findings] == ["F1", "F2", "F3", "F4", "F5"]
    assert findings[0]["agent"] == "security-review"
    assert findings[0]["fields"]["fix"].startswith("Pass the value as a parameter")
    assert findings[0]["title"].startswith("User input is put into the SQL text")


def test_what_does_not_count_is_there_with_the_reason() -> None:
    data = payload_object(make_warned())
    assert [one["reason"] for one in data["withheld"]] == ["the quote is not in the file"]  # type: ignore[attr-defined]
    assert [one["by"] for one in data["suppressed"]] == ["legacy-sql", "legacy-sql"]  # type: ignore[attr-defined]
    assert (data["ignored"], data["leftOut"]) == (0, 2)


def test_no_verdict_has_no_word() -> None:
    data = payload_object(make_unfinished())
    assert (data["verdict"], data["verdictWord"], data["overall"]) == ("none", "", "fail")


def test_nothing_in_it_can_end_the_comment_the_fence_or_a_script() -> None:
    quoted = "<!-- x --> </script> ```` ` & \u2028 \udcff"
    block = payload_block(make_report(stated(title=quoted)))
    marker, opening, line, closing = block.splitlines()
    assert (marker, opening, closing) == (MARKER, "```json", "```")
    assert line.isascii()
    assert not set("<>&`") & set(line)
    assert json.loads(line)["findings"][0]["title"] == quoted


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Code review: PASS\n",
        MARKER,
        f"{MARKER}\n```json\n{{}}\n```\n",
        f"{MARKER}\n```json\n[]\n```\n",
        f"{MARKER}\n```json\n{{\n```\n",
        f"{MARKER}\n```json\n{'[' * 100_000}\n```\n",
        f'{MARKER}\n```json\n{{"schema": "code-review/2"}}\n```\n',
        f'{MARKER}\n```json\n{{"schema": "code-review/3"}}\n```\n',
    ],
)
def test_what_is_no_payload_reads_as_none(text: str) -> None:
    assert read_payload(text) is None


def test_a_report_that_was_cut_reads_as_none() -> None:
    text = markdown(make_discussed())
    assert read_payload(text[:-30]) is None
    assert read_payload(text.replace("\n", "\r\n")) == payload_object(make_discussed())


def test_a_quoted_payload_is_not_taken_for_the_report_s_own() -> None:
    forged = payload_block(make_passed())
    text = markdown(make_report(stated(fields={"evidence": forged}), mode=make_discussed().mode))
    assert read_payload(text)["verdict"] == "warn"  # type: ignore[index]
    assert read_payload(text[: text.rindex(MARKER)]) is None


def test_a_payload_that_hides_a_gap_is_never_written() -> None:
    with pytest.raises(StateError, match="code-review-payload"):
        payload_block(replace(make_unfinished(), verdict=Verdict.PASS, overall=Verdict.PASS))
