"""Verifying fixes with scripted engines: one verdict for every check, and no failure looks like `resolved`."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.spending import Spending
from orchestrator.engines.capture import CaptureFolder, CapturingEngine
from orchestrator.engines.exchange import ExchangeEngine
from orchestrator.engines.exchange_folder import ExchangeFolder
from orchestrator.engines.redacting import guarded
from orchestrator.engines.replay import INFO, ReplayEngine, load_replay
from orchestrator.findings.judge import make_judge
from orchestrator.fixloop.asking import Check, payload_of, verification_messages
from orchestrator.fixloop.triage import FixedFile
from orchestrator.fixloop.verdict import Verdict
from orchestrator.fixloop.verification import verify
from orchestrator.fixloop.verified import Verified
from orchestrator.schemas import validator
from orchestrator.seams import Engine
from orchestrator.system.clock import SystemClock
from orchestrator.values.finding import Confidence
from orchestrator.values.lens import ContextNeed, Effort
from orchestrator.values.outcome import Outcome, ReplyShape
from orchestrator.values.price import Limits
from orchestrator.values.turn import EngineInfo, FailureKind, Turn, TurnRequest, Usage
from tests.unit.fixloop.checks import AFTER, BEFORE, a_check

GOLDEN = Path("tests/golden")
MARKER = "marker-1f2e"
GONE: dict[str, Any] = {"reply": {"verdict": "resolved", "reason": "Line 3 subtracts one."}, "usage": {"input": 5}}
HERE: dict[str, Any] = {"reply": {"verdict": "persists", "reason": "It wraps.", "evidence": "start = (number - 1)"}}
VAGUE: dict[str, Any] = {"text": "It looks fine to me.", "usage": {"input": 2}}
Script = Mapping[str, tuple[Mapping[str, Any], ...]]


class Watcher:
    """Progress that remembers, and an engine that remembers what it was asked."""

    def __init__(self, script: Script, info: EngineInfo = INFO) -> None:
        self.stages: list[str] = []
        self.retries: list[tuple[str, ...]] = []
        self.requests: list[TurnRequest] = []
        self._engine = ReplayEngine(script, SystemClock(), info)

    @property
    def info(self) -> EngineInfo:
        return self._engine.info

    async def turn(self, request: TurnRequest) -> Turn:
        self.requests.append(request)
        return await self._engine.turn(request)

    def stage(self, text: str) -> None:
        self.stages.append(text)

    def asked(self, agents: tuple[str, ...], attempt: int) -> None:
        assert attempt == 2
        self.retries.append(agents)

    def answered(self, outcome: Outcome) -> None:
        raise AssertionError(f"a verification is no review: {outcome}")


def run(
    watcher: Watcher,
    *checks: Check,
    seconds: float = 5,
    max_parallel: int = 10,
    engine: Engine | None = None,
    **more: Any,
) -> Sequence[Verified]:
    desk = Desk(
        engine=engine or guarded(watcher),
        judge=make_judge(strict=True),
        clock=SystemClock(),
        contract="never sent",
        marker=MARKER,
        models={"haiku": "small-1", "opus": "large-1"},
        seconds=seconds,
        **more,
    )

    async def main() -> tuple[Verified, ...]:
        return await verify(desk, checks, contract="CONTRACT", max_parallel=max_parallel, progress=watcher)

    return anyio.run(main)


def one(*entries: Mapping[str, Any], **more: Any) -> tuple[Verified, Watcher]:
    watcher = Watcher({"correctness-review.verify": entries})
    (verified,) = run(watcher, a_check(), **more)
    return verified, watcher


def test_a_verification_reads_as_agreed() -> None:
    """Change the golden file by hand: every word of it is read by a reviewer that costs money."""
    elsewhere = "".join(f"page_{number} = {number}\n" for number in range(1, 60))
    far = a_check(
        FixedFile("shop/view.py", "a = 1\n", "a = 1\nb = 2\n"),
        FixedFile(".env", "A=1\n", "A=2\n"),
        before=elsewhere,
        after=elsewhere,
        line=30,
        evidence="page_30 = 30",
    )
    texts = []
    for check in (a_check(), far):
        messages = verification_messages(check, payload_of(check), "CONTRACT", MARKER)
        texts += [f"<<< {message.role}\n{message.content}" for message in messages]
    assert "\n".join(texts) + "\n" == (GOLDEN / "prompt-verification.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("entries", "verdict", "reason", "attempts"),
    [
        ((GONE,), Verdict.RESOLVED, "Line 3 subtracts one.", 1),
        ((HERE,), Verdict.PERSISTS, "It wraps.", 1),
        ((VAGUE, GONE), Verdict.RESOLVED, "Line 3 subtracts one.", 1),
        (({"failure": "retryable", "retry_after": 0}, HERE), Verdict.PERSISTS, "It wraps.", 1),
        (({"crash": "boom"}, VAGUE, GONE), Verdict.RESOLVED, "Line 3 subtracts one.", 2),
    ],
)
def test_a_verdict_is_taken_from_whichever_call_gave_it(
    entries: tuple[Mapping[str, Any], ...], verdict: Verdict, reason: str, attempts: int
) -> None:
    verified, watcher = one(*entries)
    assert (verified.verdict, verified.reason, verified.attempts) == (verdict, reason, attempts)
    assert (verified.failure, verified.engine, verified.model) == (None, "replay", "replay")
    assert watcher.retries == [("correctness-review",)] * (attempts - 1)


@pytest.mark.parametrize(
    ("entries", "failure", "shape", "attempts"),
    [
        ((VAGUE,), FailureKind.MALFORMED, ReplyShape.NOT_JSON, 2),
        (({"text": ""},), FailureKind.MALFORMED, ReplyShape.EMPTY, 2),
        (
            ({"reply": {"status": "pass", "issues": [], "summary": ""}},),
            FailureKind.MALFORMED,
            ReplyShape.SCHEMA_DRIFT,
            2,
        ),
        (({"hang": True},), FailureKind.TIMEOUT, None, 2),
        (({"crash": "boom"},), FailureKind.CRASH, None, 2),
        (({"failure": "refused", "detail": "no"},), FailureKind.REFUSED, None, 2),
        (({"failure": "final", "detail": "no"},), FailureKind.FINAL, None, 1),
        (({"failure": "tampered", "detail": "a.py changed"},), FailureKind.TAMPERED, None, 1),
    ],
)
def test_a_verification_that_fails_is_never_a_resolved_finding(
    entries: tuple[Mapping[str, Any], ...], failure: FailureKind, shape: ReplyShape | None, attempts: int
) -> None:
    verified, _ = one(*entries, seconds=0.05)
    assert verified.verdict is Verdict.INSUFFICIENT
    assert (verified.failure, verified.shape, verified.attempts) == (failure, shape, attempts)
    assert f"the verification failed ({failure.value}): " in verified.reason


def test_the_second_question_quotes_what_was_wrong_and_all_calls_are_counted() -> None:
    verified, watcher = one(VAGUE, VAGUE, VAGUE, GONE)
    assert (verified.verdict, verified.attempts, verified.usage) == (Verdict.RESOLVED, 2, Usage(input=11))
    assert [request.call for request in watcher.requests] == [1, 2, 3, 4]
    assert "no JSON" in watcher.requests[1].messages[-1].content
    assert "asked twice" in verified.notes[0]


def test_every_check_has_a_verdict_in_its_order_whatever_becomes_of_the_others() -> None:
    script: Script = {
        "a-review.verify": (GONE,),
        "b-review.verify": ({"crash": "boom"},),
        "c-review.verify": (HERE,),
        "a-review": ({"reply": {"status": "pass", "issues": [], "summary": ""}},),
    }
    watcher = Watcher(script)
    checks = [a_check(lens=f"{name}-review") for name in "cabac"]
    found = run(watcher, *checks, max_parallel=2)
    assert [one.check for one in found] == checks
    assert [one.verdict.value[:4] for one in found] == ["pers", "reso", "insu", "reso", "pers"]
    assert watcher.stages == ["verifying 5 fixes"]
    assert len(watcher.requests) == 6
    assert run(Watcher({})) == ()


def test_a_lens_verifies_on_its_own_tier_and_is_given_nothing_to_read() -> None:
    watcher = Watcher({"default.verify": (GONE,)})
    plain, cheap = a_check(lens="doc-review"), a_check()
    lens = replace(plain.lens, model="opus", effort=Effort.HIGH, context=ContextNeed.PROJECT_STRUCTURE)
    opted = replace(plain, lens=replace(lens, verify_model="haiku", verify_effort=Effort.MEDIUM))
    fixed = replace(cheap, lens=replace(lens, name="security-review", verify_model="haiku", verify_effort=Effort.LOW))
    run(watcher, opted, fixed, replace(plain, lens=lens), max_parallel=1)
    assert [(one.model, one.effort) for one in watcher.requests] == [
        ("small-1", "medium"),
        ("large-1", "high"),
        ("large-1", "high"),
    ]
    assert all(
        one.tools == () and json.loads(one.schema)["required"] == ["verdict", "reason"] for one in watcher.requests
    )
    assert {one.payload.lens.context for one in watcher.requests} == {ContextNeed.DIFF_ONLY}


def test_secrets_are_masked_where_the_question_leaves_the_machine_and_may_still_be_quoted() -> None:
    key = "ghp_0123456789abcdefghijABCDEFGHIJ"
    line = f'    token = "{key}"  # used by every page\n'
    reply = {
        "verdict": "persists",
        "reason": "The key is there.",
        "evidence": 'token = "[redacted]"  # used by every page',
    }
    watcher = Watcher({"default.verify": ({"reply": reply},)}, replace(INFO, leaves_machine=True))
    (verified,) = run(watcher, a_check(before=BEFORE + line, after=AFTER + line, message=f"The key {key} is in it."))
    assert key not in "".join(message.content for message in watcher.requests[0].messages)
    assert verified.verdict is Verdict.PERSISTS
    assert key not in f"{verified.finding.evidence} {verified.evidence} {verified.reason}"


@pytest.mark.parametrize(
    ("check", "reason"),
    [
        (a_check(before=AFTER), "no line of a fix"),
        (replace(a_check(file=".env"), fixed=(FixedFile(".env", "A=1\n", "A=2\n"),)), "no line of a fix"),
        (a_check(after=f"# {'x' * 3000}\n" + AFTER), "a request holds 2000"),
    ],
)
def test_what_cannot_be_shown_is_not_asked(check: Check, reason: str) -> None:
    watcher = Watcher({"default.verify": (GONE,)}, replace(INFO, max_total_chars=2000))
    (verified,) = run(watcher, check)
    assert (verified.verdict, verified.attempts, watcher.requests) == (Verdict.INSUFFICIENT, 0, [])
    assert reason in verified.reason


def test_a_budget_that_is_spent_stops_questions_and_decides_nothing() -> None:
    verified, watcher = one(GONE, spending=Spending.begin(SystemClock(), Limits(tokens=10)))
    assert (verified.verdict, verified.failure) == (Verdict.INSUFFICIENT, FailureKind.BUDGET)
    assert watcher.requests == []


def test_an_engine_that_is_down_is_not_asked_for_the_rest() -> None:
    watcher = Watcher({"default.verify": ({"failure": "final", "detail": "key refused", "everybody": True},)})
    found = run(watcher, *(a_check(lens=f"l{number}-review") for number in range(3)), max_parallel=1)
    assert [one.failure for one in found] == [FailureKind.FINAL, FailureKind.DOWN, FailureKind.DOWN]
    assert len(watcher.requests) == 1


def test_a_captured_run_is_played_back_finding_by_finding(tmp_path: Path) -> None:
    """All checks of one lens share a script; which answer belongs to which is told by what was asked."""
    checks = [a_check(), a_check(line=4, message="The end is wrong."), a_check(message="The start is wrong.")]
    watcher, clock = Watcher({}), SystemClock()
    folder = CaptureFolder(tmp_path)
    folder.begin(INFO)
    for check, answer in zip(checks, (GONE, HERE, VAGUE), strict=True):
        run(watcher, check, engine=CapturingEngine(Watcher({"default.verify": (answer,)}), folder, clock, 5))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["correctness-review.verify.json", "manifest.json"]
    found = run(watcher, *reversed(checks), engine=load_replay(str(tmp_path), clock))
    assert [one.verdict for one in found] == [Verdict.INSUFFICIENT, Verdict.PERSISTS, Verdict.RESOLVED]


def test_a_question_in_an_exchange_folder_says_what_it_is_for(tmp_path: Path) -> None:
    engine = ExchangeEngine(ExchangeFolder(tmp_path).open(), SystemClock())
    (verified,) = run(Watcher({}), a_check(), seconds=0.05, engine=engine)
    assert verified.failure is FailureKind.TIMEOUT
    (place,) = tmp_path.glob("*.request.json")
    assert place.name.startswith("correctness-review-verify-")
    request = json.loads(place.read_text(encoding="utf-8"))
    assert list(validator("engine-request").iter_errors(request)) == []
    assert (request["purpose"], request["messages"][0]["content"]) == ("verification", "CONTRACT")


def test_a_finding_is_followed_to_its_line_after_the_fix() -> None:
    check = a_check(after="import os\n\n" + AFTER, end_line=4, confidence=Confidence.MEDIUM)
    assert (check.now.line, check.now.end_line, check.now.confidence) == (5, 6, Confidence.MEDIUM)
    assert replace(check, fixed=()).now == check.finding
