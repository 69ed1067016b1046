"""One attempt at one lens: ask, judge the reply, ask once more if it was unusable, and name the failure otherwise."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from orchestrator.dispatch.prompt import reask, render
from orchestrator.seams import Clock, Engine
from orchestrator.values.outcome import Completed, Failed, LensResult, Outcome, ReplyProblem
from orchestrator.values.turn import FailureKind, Message, Payload, Reply, TurnFailure, TurnRequest, Usage

Judge = Callable[[str, Payload], LensResult | ReplyProblem]

CALLS_PER_ATTEMPT = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Everything an attempt needs besides the payload. `models` maps alias to model id, `seconds` bounds one attempt."""

    engine: Engine
    judge: Judge
    clock: Clock
    contract: str
    marker: str
    models: Mapping[str, str]
    seconds: float


async def attempt(desk: Desk, payload: Payload, number: int) -> Outcome:
    """One attempt, at most two calls, within the desk's time. Whatever happens to it becomes an Outcome.

    `number` is 1 for the dispatch and 2 for the panel's single retry.
    """
    try:
        return await desk.clock.within(desk.seconds, lambda: _converse(desk, payload, number))
    except TimeoutError:
        return _failed(payload, number, FailureKind.TIMEOUT, f"no answer within {desk.seconds:g} s")
    # The border that keeps lenses independent: whatever an engine raises is the failure of this lens alone.
    except Exception as error:  # noqa: BLE001
        return _failed(payload, number, FailureKind.CRASH, f"{type(error).__name__}: {error}")


async def _converse(desk: Desk, payload: Payload, number: int) -> Outcome:
    # Rules read the payload itself; writing a prompt of six hundred files for each of them would only take time.
    messages: tuple[Message, ...] = () if desk.engine.info.rule_based else render(payload, desk.contract, desk.marker)
    usage = Usage()
    problem: ReplyProblem | None = None
    started = desk.clock.monotonic()
    for call in range(1, CALLS_PER_ATTEMPT + 1):
        left = desk.seconds - (desk.clock.monotonic() - started)
        turn = await desk.engine.turn(_request(desk, payload, messages, (number - 1) * CALLS_PER_ATTEMPT + call, left))
        if isinstance(turn, TurnFailure):
            return _failed(payload, number, turn.kind, turn.detail, usage=usage)
        usage += turn.usage
        judged = desk.judge(turn.text, payload)
        if isinstance(judged, LensResult):
            return _completed(payload, _with_history(judged, problem), turn, number, usage)
        problem = judged
        messages = (*messages, Message("assistant", turn.text), reask(problem.error))
    return _failed(payload, number, FailureKind.MALFORMED, problem.error if problem else "", problem, usage)


def _with_history(result: LensResult, problem: ReplyProblem | None) -> LensResult:
    """What the first reply said is gone; that there was one, and what was wrong with it, is not."""
    if problem is None:
        return result
    note = f"asked twice: the first reply could not be used ({problem.shape.value}: {problem.error})"
    return replace(result, notes=(*result.notes, note))


def _request(desk: Desk, payload: Payload, messages: tuple[Message, ...], call: int, seconds: float) -> TurnRequest:
    lens = payload.lens
    return TurnRequest(
        payload=payload,
        messages=messages,
        model=desk.models.get(lens.model, lens.model),
        effort=lens.effort.value,
        call=call,
        seconds=seconds,
    )


def _completed(payload: Payload, result: LensResult, turn: Reply, number: int, usage: Usage) -> Completed:
    return Completed(
        agent=payload.lens.name,
        result=result,
        files=tuple(file.path for file in payload.files),
        tier=payload.lens.tier,
        model=turn.model,
        attempts=number,
        usage=usage,
        omissions=(*payload.omissions, *turn.omissions),
    )


def _failed(
    payload: Payload,
    number: int,
    kind: FailureKind,
    error: str,
    problem: ReplyProblem | None = None,
    usage: Usage = Usage(),
) -> Failed:
    return Failed(
        agent=payload.lens.name,
        kind=kind,
        error=error,
        files=tuple(file.path for file in payload.files),
        shape=problem.shape if problem else None,
        attempts=number,
        usage=usage,
        omissions=payload.omissions,
    )
