"""From the text of a reply to a judged result."""

import json
import time

import pytest

from orchestrator.findings.judge import make_judge
from orchestrator.values.finding import Anchor
from orchestrator.values.outcome import LensResult, LensStatus, ReplyProblem, ReplyShape
from tests.unit.findings.build import changed, issue, payload, reply

SENT = payload(changed(), contents={"src/app.py": "def run(items):\n    x = 1\n    total = items[0].price\n    }\n"})


def test_a_good_reply_is_read_checked_and_anchored() -> None:
    result = make_judge(strict=True)(json.dumps(reply(issue(line="L2"), issue(evidence="invented()"))), SENT)

    assert isinstance(result, LensResult)
    proved, invented = result.findings
    assert (proved.anchor, proved.line) == (Anchor.EXACT, 3)
    assert invented.withheld_because


@pytest.mark.parametrize(
    ("text", "shape", "said"),
    [
        ("", ReplyShape.EMPTY, "blank"),
        ("All fine!", ReplyShape.NOT_JSON, "no JSON object"),
        ('{"status": "pass"', ReplyShape.TRUNCATED, "closed"),
        ('```json\n{"status": "pass", "issues": [], "summary": "",}\n```', ReplyShape.NOT_JSON, "trailing comma"),
        ('{"status": "pass"}', ReplyShape.SCHEMA_DRIFT, "breaks the contract: the reply lacks issues, summary"),
        ('{"status": "pass", "status": "pass"}', ReplyShape.SCHEMA_DRIFT, "given twice"),
    ],
)
def test_an_unusable_reply_is_a_problem_and_never_an_approval(text: str, shape: ReplyShape, said: str) -> None:
    problem = make_judge(strict=True)(text, SENT)

    assert isinstance(problem, ReplyProblem)
    assert problem.shape is shape
    assert said in problem.error


def test_field_case_8_the_verdict_comes_from_the_findings_and_not_from_the_prose() -> None:
    text = f"No issues found.\n\n```json\n{json.dumps([issue(), issue(severity='warning')])}\n```"

    result = make_judge(strict=True)(text, SENT)

    assert isinstance(result, LensResult)
    assert result.status is LensStatus.FAIL
    assert [one.counts for one in result.findings] == [True, True]


def test_strictness_belongs_to_the_engine() -> None:
    text = json.dumps(reply(issue(evidence="}", line=4)))

    strict, lenient = make_judge(strict=True)(text, SENT), make_judge(strict=False)(text, SENT)

    assert isinstance(strict, LensResult)
    assert isinstance(lenient, LensResult)
    assert strict.findings[0].withheld_because
    assert lenient.findings[0].anchor is Anchor.EXACT


def test_what_a_reader_tool_returned_is_evidence() -> None:
    text = json.dumps(reply(issue(file="src/b.py", line=1, evidence="call_it(1, 2)")))

    result = make_judge(strict=True)(text, SENT, {"src/b.py": "call_it(1, 2)\n"})

    assert isinstance(result, LensResult)
    assert result.findings[0].anchor is Anchor.EXACT


def test_no_secret_leaves_through_a_result() -> None:
    secret = "hunter2" + "hunter2"
    text = json.dumps(reply(issue(message=f'password = "{secret}"'), summary=f'password = "{secret}"'))

    assert secret not in repr(make_judge(strict=True)(text, SENT))


def test_ten_thousand_findings_are_judged_in_seconds() -> None:
    text = json.dumps(reply(*(issue(evidence=f"invented_{number}()") for number in range(5_000)), *[issue()] * 5_000))
    started = time.process_time()

    result = make_judge(strict=True)(text, SENT)

    assert time.process_time() - started < 20
    assert isinstance(result, LensResult)
    assert sum(one.counts for one in result.findings) == 5_000
