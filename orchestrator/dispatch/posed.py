"""Questions that stand by themselves: asked in bounded waves, each that failed asked once more, none left without an end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import anyio

from orchestrator.dispatch.attempt import Answered, Question, ask
from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.panel import NO_SECOND
from orchestrator.dispatch.progress import Progress
from orchestrator.values.outcome import Failed
from orchestrator.values.turn import Payload, Usage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Posed(Generic[T]):
    """One question about one payload, whose lens is who is asked."""

    payload: Payload
    question: Question[T]


@dataclass(frozen=True, slots=True)
class Tried(Generic[T]):
    """How a question ended. `attempts` is 1 or 2, `usage` what all calls of them cost."""

    answer: Answered[T] | Failed
    attempts: int
    usage: Usage


def _nobody(wave: Sequence[tuple[int, Tried[T]]]) -> None:
    """Nobody waits for the end of a wave."""


async def ask_each(
    desk: Desk,
    posed: Sequence[Posed[T]],
    *,
    max_parallel: int,
    progress: Progress,
    ended: Callable[[Sequence[tuple[int, Tried[T]]]], None] = _nobody,
) -> tuple[Tried[T], ...]:
    """How each of `posed` ended, in their order. `ended` is told of every wave when it is over: number and end of each.

    Nothing of it is told to `progress` as an outcome: such a question is no review.
    """
    tried: list[Tried[T]] = []
    size = max(1, max_parallel)
    for start in range(0, len(posed), size):
        wave = [_Seat(desk, one) for one in posed[start : start + size]]
        async with anyio.create_task_group() as group:
            for seat in wave:
                group.start_soon(seat.ask)
        for seat in wave:
            if seat.may_go_better:
                progress.asked((seat.agent,), 2)
                await seat.ask()
        ends = [seat.tried for seat in wave]
        ended([*enumerate(ends, start)])
        tried += ends
    return tuple(tried)


class _Seat(Generic[T]):
    """One question and what became of it."""

    def __init__(self, desk: Desk, posed: Posed[T]) -> None:
        self._desk = desk
        self._posed = posed
        self._number = 0
        self._usage = Usage()
        self._answer: Answered[T] | Failed | None = None

    @property
    def agent(self) -> str:
        return self._posed.payload.lens.name

    @property
    def may_go_better(self) -> bool:
        return isinstance(self._answer, Failed) and self._answer.kind not in NO_SECOND

    async def ask(self) -> None:
        self._number += 1
        self._answer = await ask(self._desk, self._posed.payload, self._number, self._posed.question)
        self._usage += self._answer.usage

    @property
    def tried(self) -> Tried[T]:
        if self._answer is None:
            raise AssertionError("a question was never asked")
        return Tried(self._answer, self._number, self._usage)
