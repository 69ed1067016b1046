"""One attempt at one request: ask, judge the reply, ask once more if it was unusable, and name the failure otherwise."""

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from orchestrator.dispatch.desk import NO_TEXTS, Answerer, Desk, Reading
from orchestrator.dispatch.prompt import reask, render
from orchestrator.dispatch.spending import estimate_of
from orchestrator.values.outcome import Completed, Failed, Outcome, ReplyProblem
from orchestrator.values.turn import (
    FailureKind,
    Message,
    Payload,
    Reply,
    Shown,
    ToolUse,
    Turn,
    TurnFailure,
    TurnRequest,
    Usage,
)

CALLS_PER_ATTEMPT = 2
MAX_IDLE_TURNS = 10
"""Turns in which tools are called although none is offered any more. Reading itself is bounded by its own budget."""
BACKOFF = 2.0
"""Seconds before a call is repeated when the provider does not say how long to wait; less for some lenses, so that a
wave does not come back as one."""
_AGAIN = frozenset({FailureKind.RETRYABLE})

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Generic[T]):
    """What is asked about a payload. `messages` writes the opening, which rules are never sent; `schema` is JSON text.

    `judge` reads a reply as `desk.Judge` does and never raises for one. Without `reads` no reader tools are offered.
    """

    messages: Callable[[], tuple[Message, ...]]
    judge: Callable[[str, Payload, Mapping[str, Shown]], T | ReplyProblem]
    schema: str
    reads: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Generic[T]):
    """The reply that was understood, as `said`; `usage` counts all calls, `notes` what did not go smoothly."""

    said: T
    reply: Reply
    usage: Usage
    notes: tuple[str, ...]


async def attempt(desk: Desk, payload: Payload, number: int, begun: Callable[[], None] = lambda: None) -> Outcome:
    """One attempt at a review. It always becomes an Outcome; `number` and `begun` as for `ask`."""
    who = desk.answerer(payload.lens)
    question = Question(
        messages=lambda: render(payload, desk.contract, desk.marker), judge=who.judge, schema=desk.schema
    )
    answer = await ask(desk, payload, number, question, begun)
    if isinstance(answer, Failed):
        return answer
    return Completed(
        agent=payload.lens.name,
        result=replace(answer.said, notes=(*answer.said.notes, *answer.notes)),
        files=tuple(file.path for file in payload.files),
        tier=payload.lens.tier,
        model=answer.reply.model,
        attempts=number,
        usage=answer.usage,
        omissions=(*payload.omissions, *answer.reply.omissions),
        engine=who.engine.info.name,
    )


async def ask(
    desk: Desk, payload: Payload, number: int, question: Question[T], begun: Callable[[], None] = lambda: None
) -> Answered[T] | Failed:
    """One attempt at `question`: at most two calls (turns spent on tools aside), within the desk's time.

    `number` is 1 for the first attempt and 2 for the single retry; `begun` is called when an answer begins.
    """
    talk = _Talk(desk, desk.answerer(payload.lens), payload, number, question, begun)
    seconds, whole = _time(desk)
    if seconds <= 0:
        return talk.failed(FailureKind.BUDGET, whole)
    try:
        return await desk.clock.within(seconds, talk.answer)
    except TimeoutError:
        if seconds < desk.seconds:
            return talk.failed(FailureKind.BUDGET, whole)
        return talk.failed(FailureKind.TIMEOUT, f"no answer within {desk.seconds:g} s")
    # The border that keeps lenses independent: whatever an engine raises is the failure of this lens alone.
    except Exception as error:  # noqa: BLE001
        return talk.failed(FailureKind.CRASH, f"{type(error).__name__}: {error}")


def _time(desk: Desk) -> tuple[float, str]:
    """Seconds for this attempt, and what to say when the run's own time ends first."""
    left = desk.spending.seconds_left if desk.spending else None
    if left is None or desk.spending is None:
        return desk.seconds, ""
    return min(desk.seconds, left), f"the run's time of {desk.spending.limits.seconds:g} s is over"


@dataclass(slots=True)
class _Talk(Generic[T]):
    """The conversation of one attempt."""

    desk: Desk
    who: Answerer
    payload: Payload
    number: int
    question: Question[T]
    begun: Callable[[], None]
    usage: Usage = Usage()
    notes: list[str] = field(default_factory=list)
    messages: tuple[Message, ...] = ()
    problem: ReplyProblem | None = None
    reading: Reading | None = None

    async def answer(self) -> Answered[T] | Failed:
        """Talks until there is one."""
        info = self.who.engine.info
        # Rules read the payload itself; writing a prompt of six hundred files for each of them would only take time.
        if not info.rule_based:
            self.messages = self.question.messages()
        if self.question.reads and self.desk.library is not None and info.tool_use is ToolUse.NATIVE:
            self.reading = self.desk.library.open(self.payload)
        started = self.desk.clock.monotonic()
        for call in range(1, CALLS_PER_ATTEMPT + 1):
            left = self.desk.seconds - (self.desk.clock.monotonic() - started)
            turn = await self._turn((self.number - 1) * CALLS_PER_ATTEMPT + call, left)
            if isinstance(turn, TurnFailure):
                wait = self._wait(turn, left)
                if call == CALLS_PER_ATTEMPT or wait is None:
                    return self.failed(turn.kind, turn.detail)
                self.notes.append(f"called twice: {turn.detail}")
                await self.desk.clock.sleep(wait)
                continue
            shown = self.reading.shown if self.reading else NO_TEXTS
            judged = self.question.judge(turn.text, self.payload, {**shown, **turn.read})
            if not isinstance(judged, ReplyProblem):
                return self._answered(judged, turn)
            self.problem = judged
            self.messages = (*self.messages, Message("assistant", turn.text), reask(judged.error))
        return self.failed(FailureKind.MALFORMED, self.problem.error if self.problem else "")

    async def _turn(self, call: int, left: float) -> Turn:
        """One call and whatever the engine wants to read before it answers."""
        idle = 0
        while idle < MAX_IDLE_TURNS:
            turn = await self._call(call, left)
            if isinstance(turn, TurnFailure) or not turn.tool_calls or self.reading is None:
                return turn
            idle += not self.reading.offered
            self.messages = (*self.messages, Message("assistant", turn.text, calls=turn.tool_calls))
            for asked in turn.tool_calls:
                self.messages = (*self.messages, Message("tool", await self.reading.run(asked), call=asked.id))
        return TurnFailure(FailureKind.MALFORMED, f"it called tools in {MAX_IDLE_TURNS} turns after they were gone")

    async def _call(self, call: int, left: float) -> Turn:
        desk, name = self.desk, self.who.engine.info.name
        model = self.who.model_of(self.payload.lens)
        estimate = estimate_of(self.messages) if self.messages else Usage()
        down = desk.breaker.why_down(name)
        if down:
            return TurnFailure(FailureKind.DOWN, f"not asked: {name} is down ({down})")
        refused = desk.spending.refuse(model, estimate) if desk.spending and self.messages else ""
        if refused:
            return TurnFailure(FailureKind.BUDGET, refused)
        if desk.spending:
            desk.spending.open(model, estimate)
        cost = Usage()
        try:
            turn = await self.who.engine.turn(self._request(model, call, left))
            cost = turn.usage
        finally:
            if desk.spending:
                cost = desk.spending.close(model, estimate, cost)
            self.usage += cost
        if isinstance(turn, TurnFailure):
            # Nobody has to wait for a prefix that nothing has kept, least of all through a pause before the next call.
            self.begun()
            desk.breaker.note(name, self.payload.lens.name, turn)
        else:
            desk.breaker.answered(name)
            self.notes += [note for note in turn.notes if note not in self.notes]
        return turn

    def _request(self, model: str, call: int, left: float) -> TurnRequest:
        return TurnRequest(
            payload=self.payload,
            messages=self.messages,
            model=model,
            effort=self.desk.effort or self.payload.lens.effort.value,
            call=call,
            seconds=left,
            tools=self.reading.offered if self.reading else (),
            schema=self.question.schema,
            begun=self.begun,
        )

    def _wait(self, failure: TurnFailure, left: float) -> float | None:
        """Seconds to wait before the call is repeated; None when repeating it is of no use."""
        if failure.kind not in _AGAIN or failure.everybody:
            return None
        spread = zlib.crc32(self.payload.lens.name.encode()) % 1000 / 1000
        wait = BACKOFF * (0.5 + spread / 2) if failure.retry_after is None else failure.retry_after
        return wait if wait < left else None

    def _answered(self, said: T, turn: Reply) -> Answered[T]:
        # What an unusable first reply said is gone; that there was one, and what was wrong with it, is not.
        if self.problem is not None:
            first = f"{self.problem.shape.value}: {self.problem.error}"
            self.notes.append(f"asked twice: the first reply could not be used ({first})")
        return Answered(said=said, reply=turn, usage=self.usage, notes=tuple(self.notes))

    def failed(self, kind: FailureKind, error: str) -> Failed:
        """The failure of this attempt, with what it cost."""
        return Failed(
            agent=self.payload.lens.name,
            kind=kind,
            error=error,
            files=tuple(file.path for file in self.payload.files),
            shape=self.problem.shape if self.problem and kind is FailureKind.MALFORMED else None,
            attempts=self.number,
            usage=self.usage,
            omissions=self.payload.omissions,
            engine=self.who.engine.info.name,
        )
