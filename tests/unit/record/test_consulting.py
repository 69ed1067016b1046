"""Inquiries with scripted engines: one ruling for every inquiry, and no failure looks like an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import anyio
import pytest

from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.spending import Spending
from orchestrator.engines.redacting import guarded
from orchestrator.engines.replay import INFO, ReplayEngine
from orchestrator.findings.judge import make_judge
from orchestrator.record.asking import Inquiry, Matter
from orchestrator.record.consulting import RULES, Ruling, consult
from orchestrator.record.ruling import Verdict
from orchestrator.system.clock import SystemClock
from orchestrator.values.outcome import Outcome, ReplyShape
from orchestrator.values.price import Limits
from orchestrator.values.turn import EngineInfo, FailureKind, Omission, OmissionKind, Turn, TurnRequest, Usage
from tests.support.secrets import BODY
from tests.unit.record.inquiries import PATH, TEXT, inquiry

BOUND = 'let query = "SELECT * FROM sessions WHERE token = ?1";'
VERIFIED: dict[str, Any] = {"reply": {"verdict": "verified", "reason": "Line 8 binds it."}, "usage": {"input": 5}}
REOPENED: dict[str, Any] = {"reply": {"verdict": "reopened", "reason": "It is not.", "evidence": BOUND}}
VAGUE: dict[str, Any] = {"text": "It looks fine to me.", "usage": {"input": 2}}
OTHER: dict[str, Any] = {"reply": {"verdict": "accepted", "reason": "The author is right."}}
CONTRACTS = MappingProxyType({matter: f"CONTRACT {matter}" for matter in Matter})


class Watcher:
    """Progress that remembers, and an engine that remembers what it was asked."""

    def __init__(self, script: Mapping[str, Sequence[Mapping[str, Any]]], info: EngineInfo = INFO) -> None:
        self.retries: list[tuple[str, ...]] = []
        self.requests: list[TurnRequest] = []
        self.waves: list[tuple[str, ...]] = []
        self._engine = ReplayEngine({name: tuple(entries) for name, entries in script.items()}, SystemClock(), info)

    @property
    def info(self) -> EngineInfo:
        return self._engine.info

    async def turn(self, request: TurnRequest) -> Turn:
        self.requests.append(request)
        return await self._engine.turn(request)

    def settled(self, rulings: Sequence[Ruling]) -> None:
        self.waves.append(tuple(one.ruled.verdict.value for one in rulings))

    def stage(self, text: str) -> None:
        raise AssertionError(text)

    def asked(self, agents: tuple[str, ...], attempt: int) -> None:
        assert attempt == 2
        self.retries.append(agents)

    def answered(self, outcome: Outcome) -> None:
        raise AssertionError(f"an inquiry is no review: {outcome}")


def run(
    watcher: Watcher, *inquiries: Inquiry, max_parallel: int = 10, seconds: float = 5, **more: Any
) -> Sequence[Ruling]:
    desk = Desk(
        engine=guarded(watcher),
        judge=make_judge(strict=True),
        clock=SystemClock(),
        contract="never sent",
        marker="marker-1f2e",
        models={"haiku": "small-1"},
        seconds=seconds,
        **more,
    )

    async def main() -> tuple[Ruling, ...]:
        return await consult(
            desk,
            inquiries,
            contracts=CONTRACTS,
            max_parallel=max_parallel,
            progress=watcher,
            settled=watcher.settled,
        )

    return anyio.run(main)


def one(*entries: Mapping[str, Any], matter: Matter = Matter.FIX, **more: Any) -> tuple[Ruling, Watcher]:
    watcher = Watcher({"security.check": entries, "skeptic-review.challenge": entries})
    (ruling,) = run(watcher, inquiry(matter), **more)
    return ruling, watcher


@pytest.mark.parametrize(
    ("entries", "verdict", "attempts", "notes"),
    [
        ((VERIFIED,), Verdict.VERIFIED, 1, 0),
        ((REOPENED,), Verdict.REOPENED, 1, 0),
        ((VAGUE, VERIFIED), Verdict.VERIFIED, 1, 1),
        ((OTHER, VERIFIED), Verdict.VERIFIED, 1, 1),
        (({"failure": "retryable", "retry_after": 0}, REOPENED), Verdict.REOPENED, 1, 1),
        (({"crash": "boom"}, VAGUE, VERIFIED), Verdict.VERIFIED, 2, 0),
    ],
)
def test_a_verdict_is_taken_from_whichever_call_gave_it(
    entries: tuple[Mapping[str, Any], ...], verdict: Verdict, attempts: int, notes: int
) -> None:
    ruling, watcher = one(*entries)
    assert (ruling.ruled.verdict, ruling.attempts, len(ruling.notes)) == (verdict, attempts, notes)
    assert (ruling.failure, ruling.engine, ruling.model, ruling.decided) == (None, "replay", "replay", True)
    assert watcher.retries == [("security",)] * (attempts - 1)
    assert watcher.waves == [(verdict.value,)]


@pytest.mark.parametrize("matter", Matter)
@pytest.mark.parametrize(
    ("entries", "failure", "shape", "attempts"),
    [
        ((VAGUE,), FailureKind.MALFORMED, ReplyShape.NOT_JSON, 2),
        (({"text": ""},), FailureKind.MALFORMED, ReplyShape.EMPTY, 2),
        (({"reply": {"status": "pass", "issues": []}},), FailureKind.MALFORMED, ReplyShape.SCHEMA_DRIFT, 2),
        (({"text": '{"verdict": "verified", "rea'},), FailureKind.MALFORMED, ReplyShape.TRUNCATED, 2),
        (({"hang": True},), FailureKind.TIMEOUT, None, 2),
        (({"crash": "boom"},), FailureKind.CRASH, None, 2),
        (({"failure": "refused"},), FailureKind.REFUSED, None, 2),
        (({"failure": "cut"},), FailureKind.CUT, None, 2),
        (({"failure": "final"},), FailureKind.FINAL, None, 1),
    ],
)
def test_no_failure_decides_anything(
    matter: Matter,
    entries: tuple[Mapping[str, Any], ...],
    failure: FailureKind,
    shape: ReplyShape | None,
    attempts: int,
) -> None:
    ruling, _ = one(*entries, matter=matter, seconds=0.05 if failure is FailureKind.TIMEOUT else 5)
    assert (ruling.ruled.verdict, ruling.decided) == (Verdict.INSUFFICIENT, False)
    assert (ruling.failure, ruling.shape, ruling.attempts) == (failure, shape, attempts)
    assert ruling.reason.startswith(f"nobody answered ({failure.value})")


def test_what_everything_cost_is_counted() -> None:
    ruling, _ = one(VAGUE, VERIFIED)
    assert ruling.usage == Usage(input=7)


def test_an_overruled_verdict_says_what_was_stated() -> None:
    ruling, _ = one({"reply": {"verdict": "reopened", "reason": "It is not."}})
    assert not ruling.decided
    assert ruling.reason == "it said reopened, but it quotes nothing; its reason was: It is not."


def test_each_inquiry_is_asked_under_its_contract_by_its_own_lens() -> None:
    accepted = {"reply": {"verdict": "accepted", "reason": "It is ours."}}
    stands = {"reply": {"verdict": "stands", "reason": "Nothing guards it."}}
    watcher = Watcher({"security.check": [VERIFIED], "cr.check": [accepted], "skeptic-review.challenge": [stands]})
    dispute = inquiry(Matter.DISPUTE)
    dispute = replace(dispute, lens=replace(dispute.lens, name="cr"))
    rulings = run(watcher, inquiry(), dispute, inquiry(Matter.CHALLENGE), max_parallel=2)
    assert [one.ruled.verdict.value for one in rulings] == ["verified", "accepted", "stands"]
    assert watcher.waves == [("verified", "accepted"), ("stands",)]
    asked = {request.payload.lens.name: request for request in watcher.requests}
    assert {name: request.messages[0].content for name, request in asked.items()} == {
        "security": "CONTRACT fix",
        "cr": "CONTRACT dispute",
        "skeptic-review": "CONTRACT challenge",
    }
    assert {request.model for request in watcher.requests} == {"small-1"}
    assert '"refuted"' in asked["skeptic-review"].schema
    assert '"maintained"' in asked["cr"].schema


def test_who_cannot_be_asked_is_told_first_and_costs_nothing() -> None:
    hidden = inquiry(texts={}, unseen=(Omission(PATH, "binary", OmissionKind.BINARY),))
    watcher = Watcher({"security.check": [VERIFIED]})
    rulings = run(watcher, hidden, inquiry(), hidden)
    assert [one.attempts for one in rulings] == [0, 1, 0]
    assert rulings[0].reason == f"{PATH} cannot be shown: binary"
    assert watcher.waves == [("insufficient-context",) * 2, ("verified",)]
    assert len(watcher.requests) == 1


def test_rules_answer_nothing() -> None:
    watcher = Watcher({"security.check": [VERIFIED]}, replace(INFO, rule_based=True))
    (ruling,) = run(watcher, inquiry())
    assert (ruling.decided, ruling.reason, watcher.requests) == (False, RULES, [])


def test_a_spent_budget_leaves_the_answer_waiting() -> None:
    clock = SystemClock()
    ruling, watcher = one(VERIFIED, spending=Spending.begin(clock, Limits(tokens=1)))
    assert (ruling.failure, ruling.attempts, watcher.requests) == (FailureKind.BUDGET, 1, [])


def test_secrets_do_not_leave_the_machine() -> None:
    token = "ghp_" + BODY[:36]
    watcher = Watcher({"security.check": [VERIFIED]}, replace(INFO, leaves_machine=True))
    (ruling,) = run(watcher, inquiry(texts={PATH: f'{TEXT}let token = "{token}";\n'}))
    assert ruling.ruled.verdict is Verdict.VERIFIED
    assert token not in "".join(message.content for request in watcher.requests for message in request.messages)
