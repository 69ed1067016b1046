"""Money, time and outages: asked before each call, and what comes of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import anyio

from orchestrator.dispatch.breaker import ENOUGH, Breaker
from orchestrator.dispatch.desk import NO_TEXTS, Answerer, Desk
from orchestrator.dispatch.panel import dispatch
from orchestrator.dispatch.spending import Spending, estimate_of
from orchestrator.system.clock import SystemClock
from orchestrator.values.lens import ContextNeed
from orchestrator.values.outcome import Completed, Failed, LensResult, LensStatus, Outcome, ReplyProblem
from orchestrator.values.price import NO_LIMITS, Limits, Price
from orchestrator.values.turn import (
    EngineInfo,
    FailureKind,
    Message,
    Pack,
    Payload,
    Reply,
    Shown,
    Turn,
    TurnFailure,
    TurnRequest,
    Usage,
)
from tests.support.values import added_file, make_lens, make_payload

FILE = added_file("a.py", "x = 1")
PACK = Pack(files=(FILE,))
PLAIN = EngineInfo(name="provider", label="p", rule_based=False)


class Silent:
    """Progress that nobody reads."""

    def stage(self, text: str) -> None: ...

    def asked(self, agents: tuple[str, ...], attempt: int) -> None: ...

    def answered(self, outcome: Outcome) -> None: ...


@dataclass
class Provider:
    """An engine whose answers are given by a function of the call; remembers who asked when."""

    answer: Callable[[TurnRequest, int], Turn]
    info: EngineInfo = PLAIN
    seen: list[tuple[str, str]] = field(default_factory=list)
    first_byte: float = 0.0

    async def turn(self, request: TurnRequest) -> Turn:
        name = request.payload.lens.name
        self.seen.append(("asked", name))
        await anyio.sleep(self.first_byte)
        turn = self.answer(request, self.seen.count(("asked", name)))
        if isinstance(turn, Reply):
            self.seen.append(("begun", name))
            request.begun()
            await anyio.sleep(self.first_byte)
        return turn


def fine(request: TurnRequest, call: int) -> Turn:
    del request, call
    return Reply(text="fine", model="m", usage=Usage(input=1000, output=100))


def judge(text: str, payload: Payload, extra: Mapping[str, Shown] = NO_TEXTS) -> LensResult | ReplyProblem:
    return LensResult(status=LensStatus.PASS, findings=(), summary=text)


def run(
    engine: Provider,
    *names: str,
    limits: Limits = NO_LIMITS,
    seconds: float = 5,
    parallel: int = 10,
    needs: Mapping[str, ContextNeed] = {},
    routes: Mapping[str, Provider] = {},
) -> tuple[Outcome, ...]:
    clock = SystemClock()

    async def main() -> tuple[Outcome, ...]:
        desk = Desk(
            engine=engine,
            judge=judge,
            clock=clock,
            contract="c",
            marker="m",
            models={"haiku": "small-1"},
            seconds=seconds,
            spending=Spending.begin(clock, limits),
            routes={name: Answerer(other, judge, {"haiku": "other-1"}) for name, other in routes.items()},
        )
        payloads = tuple(_payload(name, needs.get(name, ContextNeed.FULL_FILE)) for name in names)
        return await dispatch(payloads, desk, max_parallel=parallel, progress=Silent())

    return anyio.run(main)


def _payload(name: str, need: ContextNeed) -> Payload:
    tree = ("a.py",) if need is ContextNeed.PROJECT_STRUCTURE else ()
    return replace(make_payload(make_lens(name, context=need), FILE), pack=PACK, tree=tree)


def kinds(outcomes: tuple[Outcome, ...]) -> list[FailureKind | None]:
    return [outcome.kind if isinstance(outcome, Failed) else None for outcome in outcomes]


def test_a_token_budget_is_kept_and_what_was_finished_stays() -> None:
    engine = Provider(fine)
    outcomes = run(engine, "a-review", "b-review", "c-review", limits=Limits(tokens=4000), parallel=1)
    assert kinds(outcomes) == [None, None, FailureKind.BUDGET]
    last = outcomes[-1]
    assert isinstance(last, Failed)
    assert "budget of 4000 tokens would be exceeded" in last.error
    assert [event for event in engine.seen if event == ("asked", "c-review")] == []


def test_calls_under_way_count_before_they_come_back() -> None:
    engine = Provider(fine, first_byte=0.01)
    outcomes = run(engine, *(f"l{number}-review" for number in range(6)), limits=Limits(tokens=5000))
    asked = sum(event == "asked" for event, _ in engine.seen)
    assert asked == 2
    assert kinds(outcomes).count(None) == 2


def test_a_budget_in_money_uses_the_price_of_the_model() -> None:
    prices = {"small-1": Price(input=1.0, output=10.0)}
    outcomes = run(Provider(fine), "a-review", "b-review", limits=Limits(usd=0.03, prices=prices), parallel=1)
    first, second = outcomes
    assert isinstance(first, Completed)
    assert first.usage.usd == 0.002
    assert isinstance(second, Completed)
    tight = run(Provider(fine), "a-review", limits=Limits(usd=0.01, prices=prices))
    assert kinds(tight) == [FailureKind.BUDGET]


def test_the_time_of_the_run_ends_what_is_under_way_and_starts_nothing_more() -> None:
    engine = Provider(fine, first_byte=1.0)
    outcomes = run(engine, "a-review", "b-review", limits=Limits(seconds=0.1), parallel=1)
    assert kinds(outcomes) == [FailureKind.BUDGET, FailureKind.BUDGET]
    assert all("time of 0.1 s is over" in one.error for one in outcomes if isinstance(one, Failed))
    assert engine.seen == [("asked", "a-review")]


def test_a_refused_key_is_final_and_stops_the_whole_panel() -> None:
    engine = Provider(lambda *_: TurnFailure(FailureKind.FINAL, "the key was refused", everybody=True))
    outcomes = run(engine, "a-review", "b-review", "c-review", parallel=1)
    assert kinds(outcomes) == [FailureKind.FINAL, FailureKind.DOWN, FailureKind.DOWN]
    assert engine.seen.count(("asked", "a-review")) == 1
    assert len([event for event, _ in engine.seen if event == "asked"]) == 1


def test_an_engine_that_answers_nobody_is_not_asked_for_the_rest() -> None:
    engine = Provider(lambda *_: TurnFailure(FailureKind.RETRYABLE, "503", retry_after=0))
    names = [f"l{number}-review" for number in range(8)]
    outcomes = run(engine, *names, parallel=1)
    assert kinds(outcomes).count(FailureKind.DOWN) >= 8 - ENOUGH
    assert {name for _, name in engine.seen} <= set(names[:ENOUGH])


def test_one_answer_in_between_shows_that_it_lives() -> None:
    breaker = Breaker()
    outage = TurnFailure(FailureKind.RETRYABLE, "503")
    for agent in ("a", "b"):
        breaker.note("e", agent, outage)
    breaker.answered("e")
    breaker.note("e", "c", outage)
    assert breaker.why_down("e") == ""


def test_a_limit_that_a_whole_wave_runs_into_is_no_outage() -> None:
    def limited_once(request: TurnRequest, call: int) -> Turn:
        return fine(request, call) if request.call > 1 else TurnFailure(FailureKind.RETRYABLE, "429", retry_after=0)

    outcomes = run(Provider(limited_once), *(f"l{number}-review" for number in range(8)), parallel=8)
    assert all(isinstance(outcome, Completed) for outcome in outcomes)


def test_calls_that_took_all_their_time_count_for_a_whole_lens() -> None:
    breaker = Breaker()
    for agent in ("a", "b", "c"):
        assert breaker.why_down("e") == ""
        breaker.note("e", agent, TurnFailure(FailureKind.TIMEOUT, "no answer"))
    assert "3 lenses in a row" in breaker.why_down("e")


def test_a_retryable_failure_is_called_again_in_the_same_attempt_and_says_so() -> None:
    def second_time(request: TurnRequest, call: int) -> Turn:
        return fine(request, call) if call > 1 else TurnFailure(FailureKind.RETRYABLE, "529", 0.0, Usage(input=5))

    (outcome,) = run(Provider(second_time), "a-review")
    assert isinstance(outcome, Completed)
    assert outcome.attempts == 1
    assert outcome.usage.input == 1005
    assert outcome.result.notes == ("called twice: 529",)


def test_four_calls_at_most() -> None:
    engine = Provider(lambda *_: TurnFailure(FailureKind.RETRYABLE, "529", 0.0))
    (outcome,) = run(engine, "a-review")
    assert isinstance(outcome, Failed)
    assert outcome.attempts == 2
    assert engine.seen.count(("asked", "a-review")) == 4


def test_a_wait_that_does_not_fit_into_the_time_is_not_waited_for() -> None:
    engine = Provider(lambda *_: TurnFailure(FailureKind.RETRYABLE, "429", 3600.0))
    (outcome,) = run(engine, "a-review")
    assert kinds((outcome,)) == [FailureKind.RETRYABLE]
    assert engine.seen.count(("asked", "a-review")) == 2


KEEPING = EngineInfo(name="keeping", label="k", rule_based=False, keeps_prefix=True)


def test_others_wait_until_the_first_answer_to_a_prefix_has_begun() -> None:
    engine = Provider(fine, info=KEEPING, first_byte=0.02)
    run(engine, "a-review", "b-review", "c-review")
    assert engine.seen[:2] == [("asked", "a-review"), ("begun", "a-review")]
    assert {name for event, name in engine.seen[2:4] if event == "asked"} == {"b-review", "c-review"}


def test_who_is_sent_most_goes_first() -> None:
    engine = Provider(fine, info=KEEPING, first_byte=0.02)
    needs = {"a-review": ContextNeed.DIFF_ONLY, "c-review": ContextNeed.PROJECT_STRUCTURE}
    run(engine, "a-review", "b-review", "c-review", needs=needs)
    assert engine.seen[0] == ("asked", "c-review")


def test_a_first_one_that_fails_lets_the_others_go() -> None:
    def one_fails(request: TurnRequest, call: int) -> Turn:
        if request.payload.lens.name == "a-review":
            return TurnFailure(FailureKind.REFUSED, "no")
        return fine(request, call)

    outcomes = run(Provider(one_fails, info=KEEPING), "a-review", "b-review")
    assert kinds(outcomes) == [FailureKind.REFUSED, None]


def test_a_lens_can_have_an_engine_of_its_own() -> None:
    other = Provider(fine, info=replace(KEEPING, name="other"))
    outcomes = run(Provider(fine), "a-review", "b-review", routes={"b-review": other})
    assert [outcome.engine for outcome in outcomes if isinstance(outcome, Completed)] == ["provider", "other"]
    assert [name for _, name in other.seen] == ["b-review", "b-review"]


def test_an_estimate_counts_everything_as_sent_afresh() -> None:
    estimate = estimate_of((Message("user", "x" * 3000),))
    assert (estimate.input, estimate.tokens) == (1000, 3000)


def test_a_sum_with_an_unknown_price_is_unknown() -> None:
    priced, unpriced = Usage(input=1, usd=0.5), Usage(input=1)
    assert (priced + priced).usd == 1.0
    assert (Usage() + priced).usd == 0.5
    assert (priced + unpriced).usd is None
    assert (Usage() + Usage()).usd is None


def test_a_prefix_that_nobody_else_reads_is_not_kept() -> None:
    sent: dict[str, tuple[bool, ...]] = {}

    def note(request: TurnRequest, call: int) -> Turn:
        sent[request.payload.lens.name] = tuple(message.cache for message in request.messages)
        return fine(request, call)

    needs = {"a-review": ContextNeed.DIFF_ONLY, "c-review": ContextNeed.PROJECT_STRUCTURE}
    run(Provider(note, info=KEEPING), "a-review", "b-review", "c-review", needs=needs)
    # System, change, tree, own (there are no whole files here): the change has three readers, the tree one.
    assert sent["c-review"] == (False, True, False, False)
    run(Provider(note, info=KEEPING), "b-review")
    assert not any(sent["b-review"])


def test_a_first_call_that_fails_lets_the_others_go_before_it_is_repeated() -> None:
    def first_fails(request: TurnRequest, call: int) -> Turn:
        if request.payload.lens.name == "a-review" and call == 1:
            return TurnFailure(FailureKind.RETRYABLE, "529", 0.3)
        return fine(request, call)

    engine = Provider(first_fails, info=KEEPING)
    run(engine, "a-review", "b-review")
    asked = [name for event, name in engine.seen if event == "asked"]
    assert asked == ["a-review", "b-review", "a-review"]
