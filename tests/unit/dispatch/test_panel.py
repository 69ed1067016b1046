"""The panel: one outcome per lens, failures of one lens never reach another, one retry each."""

import json
from collections.abc import Mapping
from typing import Any

import anyio

from orchestrator.dispatch.desk import NO_TEXTS, Desk
from orchestrator.dispatch.panel import dispatch
from orchestrator.engines.replay import ReplayEngine
from orchestrator.seams import Engine
from orchestrator.system.clock import SystemClock
from orchestrator.values.outcome import (
    Completed,
    Failed,
    LensResult,
    LensStatus,
    Outcome,
    ReplyProblem,
    ReplyShape,
    Skipped,
)
from orchestrator.values.turn import FailureKind, Omission, OmissionKind, Payload, Shown, Usage
from tests.support.values import added_file, make_lens, make_payload

Script = dict[str, tuple[Mapping[str, Any], ...]]

GOOD: dict[str, Any] = {"reply": {"status": "pass"}, "usage": {"input": 10, "output": 1}}
VAGUE: dict[str, Any] = {"text": "no json", "usage": {"input": 4}}


class Recorder:
    """Progress that remembers."""

    def __init__(self) -> None:
        self.waves: list[tuple[tuple[str, ...], int]] = []
        self.outcomes: list[Outcome] = []

    def stage(self, text: str) -> None:
        raise AssertionError(f"the panel has no stages of its own: {text}")

    def asked(self, agents: tuple[str, ...], attempt: int) -> None:
        self.waves.append((agents, attempt))

    def answered(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)


def judge(text: str, payload: Payload, extra: Mapping[str, Shown] = NO_TEXTS) -> LensResult | ReplyProblem:
    """Accepts JSON with a status."""
    try:
        return LensResult(status=LensStatus(json.loads(text)["status"]), findings=(), summary=payload.lens.name)
    except ValueError:
        return ReplyProblem(ReplyShape.NOT_JSON, "there is no JSON in it")


def run(
    script: Mapping[str, tuple[Mapping[str, Any], ...]],
    *names: str,
    seconds: float = 5,
    max_parallel: int = 10,
    payloads: tuple[Payload, ...] = (),
) -> tuple[tuple[Outcome, ...], Recorder]:
    engine: Engine = ReplayEngine(script, SystemClock())
    desk = Desk(engine=engine, judge=judge, clock=SystemClock(), contract="c", marker="m", models={}, seconds=seconds)
    payloads = payloads or tuple(make_payload(make_lens(name), added_file("a.py", "x = 1")) for name in names)
    recorder = Recorder()

    async def main() -> tuple[Outcome, ...]:
        return await dispatch(payloads, desk, max_parallel=max_parallel, progress=recorder)

    return anyio.run(main), recorder


def test_every_lens_has_one_outcome_in_roster_order_and_waves_are_bounded() -> None:
    names = tuple(f"l{number}-review" for number in range(7))
    outcomes, recorder = run({"default": (GOOD,)}, *names, max_parallel=3)
    assert [outcome.agent for outcome in outcomes] == list(names)
    assert all(isinstance(outcome, Completed) and outcome.attempts == 1 for outcome in outcomes)
    assert [len(agents) for agents, _ in recorder.waves] == [3, 3, 1]


def test_a_crash_a_hang_and_a_refusal_touch_nobody_else() -> None:
    script: Script = {
        "a-review": ({"crash": "boom"},),
        "b-review": ({"hang": True},),
        "c-review": ({"failure": "refused", "detail": "will not"},),
        "default": (GOOD,),
    }
    outcomes, recorder = run(script, "a-review", "b-review", "c-review", "d-review", seconds=0.05)
    kinds = [outcome.kind if isinstance(outcome, Failed) else None for outcome in outcomes]
    assert kinds == [FailureKind.CRASH, FailureKind.TIMEOUT, FailureKind.REFUSED, None]
    assert [outcome.attempts for outcome in outcomes if isinstance(outcome, Failed)] == [2, 2, 2]
    retries = [agents for agents, attempt in recorder.waves if attempt == 2]
    assert retries == [("a-review",), ("b-review",), ("c-review",)]


def test_a_retry_that_succeeds_leaves_no_failure_and_counts_what_both_attempts_cost() -> None:
    script: dict[str, tuple[Mapping[str, Any], ...]] = {
        "a-review": ({"failure": "retryable", "retry_after": 0}, {"text": "unused"}, GOOD)
    }
    (outcome,), recorder = run(script, "a-review")
    assert isinstance(outcome, Completed)
    assert outcome.attempts == 2
    assert outcome.usage == Usage(input=10, output=1)
    assert [attempt for _, attempt in recorder.waves] == [1, 2]


def test_an_unusable_reply_is_asked_again_within_the_same_attempt() -> None:
    (outcome,), recorder = run({"a-review": (VAGUE, GOOD)}, "a-review")
    assert isinstance(outcome, Completed)
    assert outcome.attempts == 1
    assert outcome.usage.input == 14
    assert [attempt for _, attempt in recorder.waves] == [1]


def test_a_lens_that_never_answers_usably_takes_four_calls_and_names_the_shape() -> None:
    (outcome,), _ = run({"a-review": ({"text": "x", "usage": {"input": 1}},)}, "a-review")
    assert isinstance(outcome, Failed)
    assert (outcome.kind, outcome.shape, outcome.attempts) == (FailureKind.MALFORMED, ReplyShape.NOT_JSON, 2)
    assert outcome.usage.input == 4


def test_files_that_did_not_fit_are_a_failure_and_no_files_at_all_a_skip() -> None:
    gone = (Omission("big.py", "too large", OmissionKind.BUDGET),)
    payloads = (make_payload(make_lens("a-review"), omissions=gone), make_payload(make_lens("b-review")))
    (first, second), recorder = run({"default": (GOOD,)}, payloads=payloads)
    assert isinstance(first, Failed)
    assert first.kind is FailureKind.UNREAD
    assert "big.py" in first.error
    assert isinstance(second, Skipped)
    assert recorder.waves == []


def test_several_requests_of_one_lens_are_one_outcome() -> None:
    (outcome,), _ = run({"default": (GOOD,)}, "a-review", "a-review")
    assert isinstance(outcome, Completed)
    assert outcome.usage.input == 20
    assert "asked in 2 requests" in outcome.result.notes[0]
    (failed,), _ = run({"default": ({"failure": "final"},)}, "a-review", "a-review")
    assert isinstance(failed, Failed)
