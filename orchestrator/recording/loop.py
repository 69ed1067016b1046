"""The recording loop: turns of one reviewer, its calls run in their order, until it finishes or something stops it.

At most `MAX_TURNS` turns; a turn without a call is answered with a reminder, at most `MAX_NUDGES` times. Whatever ends the
loop, what was recorded is handed over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from orchestrator.dispatch.desk import Library, Reading
from orchestrator.recording.arguments import BadCallError, parse
from orchestrator.recording.asking import Asking
from orchestrator.recording.calls import Asked, of_text, of_tools
from orchestrator.recording.losses import Losses
from orchestrator.recording.prompt import opening
from orchestrator.recording.sitting import Recorded, Sitting
from orchestrator.recording.store import Answer, Store
from orchestrator.recording.tools import APPEND, FINISH, REVIEW_TOOLS, calls_schema, review_tools
from orchestrator.redaction import redact
from orchestrator.values.turn import (
    FailureKind,
    Message,
    Reply,
    ToolCall,
    ToolDefinition,
    ToolUse,
    Turn,
    TurnFailure,
)

MAX_TURNS = 150
MAX_NUDGES = 2
MAX_HOLDS = 2
_GO_ON = f"Go on: record what you find, or call {FINISH} to end the review."


async def record(sitting: Sitting) -> Recorded:
    """One review within its time, whatever becomes of it. Who may cancel it keeps a Recorder instead."""
    return await Recorder(sitting).run()


@dataclass(slots=True)
class Recorder:
    """One review. Cancelling `run` leaves everything recorded in it, for `handed_over`."""

    sitting: Sitting
    store: Store = field(init=False)
    asking: Asking = field(init=False)
    _losses: Losses = field(init=False)
    _messages: tuple[Message, ...] = ()
    _reading: Reading | None = None
    _readers: tuple[ToolDefinition, ...] = ()
    _read: dict[str, str] = field(default_factory=dict)
    _nudges: int = 0
    _holds: int = 0
    _told: bool = False

    def __post_init__(self) -> None:
        """Nothing is asked yet."""
        self.store = Store(self.sitting.mode, self.sitting.payload)
        self.asking = Asking.begin(self.sitting)
        self._losses = Losses(self.sitting.mode)

    async def run(self) -> Recorded:
        """The whole review. Never raises for what an engine, a reader tool or the time does."""
        seconds, over = self._time()
        if seconds <= 0:
            return self.handed_over(over, FailureKind.BUDGET)
        self.asking.until = self.sitting.clock.monotonic() + seconds
        try:
            stop = await self.sitting.clock.within(seconds, self._talk)
        except TimeoutError:
            kind = FailureKind.TIMEOUT if seconds == self.sitting.seconds else FailureKind.BUDGET
            return self.handed_over(over, kind)
        # What was recorded outlives whatever breaks while it is added to.
        except Exception as error:  # noqa: BLE001
            return self.handed_over(f"{type(error).__name__}: {error}", FailureKind.CRASH)
        return self.handed_over(stop.detail, stop.kind) if stop else self.handed_over()

    def handed_over(self, reason: str = "", kind: FailureKind = FailureKind.CRASH) -> Recorded:
        """What is recorded by now; `reason` says what stopped the review, and `kind` of which kind that is.

        A review that stopped, or lost what it found, and holds nothing is a failure and never a pass.
        """
        findings, lost = self.store.settle(), self._losses.told()
        reasons = [one for one in (reason, self.store.capped) if one]
        if self.store.capped and not reason:
            kind = FailureKind.MALFORMED
        if lost and not reasons:
            what = "not all that was found was recorded" if findings else "nothing of what was found could be recorded"
            reasons, kind = [f"{what}: {lost}"], FailureKind.MALFORMED
        failed = bool(reasons) and (not findings or kind is FailureKind.TAMPERED)
        asked = self.asking
        return Recorded(
            findings=findings,
            summary=self.store.summary,
            finished=self.store.finished,
            incomplete=redact("; ".join(reasons))[0],
            failure=kind if failed else None,
            degraded="; ".join(one for one in (asked.degraded, lost) if one),
            activity=self.store.activity,
            usage=asked.usage,
            model=asked.model,
            notes=tuple(asked.notes),
            omissions=tuple(asked.omissions),
            calls=asked.calls,
        )

    def _time(self) -> tuple[float, str]:
        """Seconds for this review, and what to say when they are over."""
        seconds, spending = self.sitting.seconds, self.sitting.spending
        left = spending.seconds_left if spending else None
        if left is None or spending is None or left >= seconds:
            return seconds, f"it did not finish within {seconds:g} s"
        return left, f"the run's time of {spending.limits.seconds:g} s is over"

    async def _talk(self) -> TurnFailure | None:
        """Turn after turn; None when the reviewer has finished, otherwise what stopped it."""
        self._open(self.sitting.library, access=True)
        for number in range(1, MAX_TURNS + 1):
            turn = await self._turn()
            if isinstance(turn, TurnFailure):
                return TurnFailure(turn.kind, f"turn {number} failed: {turn.kind.value}, {turn.detail}")
            self._read.update(turn.read)
            asked = of_tools(turn.tool_calls) or self._listed(turn)
            if isinstance(asked, str):
                self._losses.unread(number, turn.text, asked, self.store.held)
                if self._nudges == MAX_NUDGES:
                    detail = f"it stopped without {FINISH} after {MAX_NUDGES} reminders; last: {asked}"
                    return TurnFailure(FailureKind.MALFORMED, detail)
                self._nudge(turn, asked)
                continue
            await self._answer(number, turn, asked)
            if self.store.finished:
                return None
        return TurnFailure(FailureKind.MALFORMED, f"it took {MAX_TURNS} turns without {FINISH}")

    def _open(self, library: Library | None, *, access: bool) -> None:
        """Begins the conversation, with a whole budget for reading where there is a library."""
        reads = library is not None and self.sitting.engine.info.tool_use is not ToolUse.OWN
        self._reading = library.open(self.sitting.payload) if library is not None and reads else None
        self._readers = self._reading.offered if self._reading else ()
        self._messages = opening(self.sitting, self._readers, access=access)

    async def _turn(self) -> Turn:
        if self.asking.calls:
            return await self.asking.ask(self._messages, *self._offer())
        first = await self.asking.once(self._messages, *self._offer())
        wait = self.asking.smaller(first) if isinstance(first, TurnFailure) else None
        if wait is None or not isinstance(first, TurnFailure):
            return first
        self._open(None, access=False)
        await self.sitting.clock.sleep(wait)
        second = await self.asking.once(self._messages, *self._offer())
        if isinstance(second, TurnFailure):
            return TurnFailure(second.kind, f"{second.detail}; the call before it: {first.kind.value}, {first.detail}")
        return second

    def _offer(self) -> tuple[tuple[ToolDefinition, ...], str]:
        """The tools that may be called now, and the schema of a reply for an engine that can only list its calls."""
        tools = (*review_tools(self.sitting.mode), *(self._reading.offered if self._reading else ()))
        return tools, "" if self._native else calls_schema(tools)

    @property
    def _native(self) -> bool:
        return self.sitting.engine.info.tool_use is ToolUse.NATIVE

    def _listed(self, reply: Reply) -> Sequence[Asked] | str:
        """The calls that the text of a reply lists, or why there are none.

        Small models that can call tools write their calls as text now and then: what is certainly meant is run.
        """
        asked = of_text(reply.text)
        if not self._native:
            return asked
        there = {one.name for one in self._offer()[0]}
        if isinstance(asked, str) or any(one.fault or one.call.name not in there for one in asked):
            return "it called no tool"
        self.asking.note("calls that came as text were run all the same")
        return asked

    def _nudge(self, reply: Reply, problem: str) -> None:
        self._nudges += 1
        self.asking.note(f"reminded after a reply without a call: {problem}")
        if self._native:
            text = f"You called no tool, and nothing that stands outside of tool calls is in the report. {_GO_ON}"
        else:
            text = f"Your reply could not be used: {problem}. Answer with one JSON list of tool calls. {_GO_ON}"
        said = (Message("assistant", reply.text),) if reply.text.strip() else ()
        self._messages = (*self._messages, *said, Message("user", text))

    async def _answer(self, number: int, reply: Reply, asked: Sequence[Asked]) -> None:
        """Runs the calls of one turn; what ends the review runs last, so that nothing that stands behind it is lost."""
        self._saw()
        answers: dict[int, Answer] = {}
        ends = [index for index, one in enumerate(asked) if one.call.name == FINISH and not one.fault]
        for index, one in enumerate(asked):
            if index not in ends:
                answers[index] = await self._run(number, one)
        self._losses.beside(number, reply.text, asked, self.store.held)
        unsettled = any(answer.fault or answer.withheld for answer in answers.values())
        waits = bool(ends) and self._waits(number, unsettled=unsettled)
        for index in ends:
            held = self.store.hold(self._losses.show()) if waits else None
            answers[index] = held or await self._run(number, asked[index])
        texts = [answers[index].text for index in range(len(asked))]
        texts[-1] += self._gone(texts)
        self._messages = (*self._messages, *_returned(reply, asked, texts))

    def _waits(self, number: int, *, unsettled: bool) -> bool:
        """True when a reviewer that wants to end has not seen yet what is open: at most `MAX_HOLDS` times."""
        waits = (unsettled and not self._holds) or (self._losses.unshown(number) and self._holds < MAX_HOLDS)
        self._holds += waits
        return waits

    def _gone(self, texts: Sequence[str]) -> str:
        """The line that announces that reading is over, once, where no answer of a reader tool has done so: time may
        run out while nobody reads."""
        why = self._reading.withdrawn if self._reading and self._readers and not self._told else ""
        self._told = self._told or bool(why)
        return f"\nThe reader tools are gone: {why}." if why and not any(why in text for text in texts) else ""

    async def _run(self, number: int, asked: Asked) -> Answer:
        call = asked.call
        if not asked.fault and self._reading is not None and call.name in {one.name for one in self._readers}:
            text = await self._reading.run(call)
            self._saw()
            return Answer(text)
        fault = asked.fault or self._unknown(call)
        recorded = self.store.activity.recorded
        answer = Answer(f"Nothing was done: {fault}.", fault=fault) if fault else self.store.run(call)
        if answer.fault and (self._losses.refused(number, call, answer, self.store.held) or asked.fault):
            self.asking.note(f"a call of {call.name or 'no tool'} in turn {number} could not be used: {answer.fault}")
        if not answer.fault:
            self._losses.settled(number, call, answer)
        if call.name == APPEND and self.store.activity.recorded > recorded:
            self.sitting.told(self.store.newest)
        return answer

    def _unknown(self, call: ToolCall) -> str:
        if call.name in REVIEW_TOOLS:
            return ""
        there = [one.name for one in self._offer()[0]]
        return redact(f"there is no tool {call.name[:60]!r} in this review; there are {', '.join(there)}")[0]

    def _saw(self) -> None:
        shown = self._reading.shown if self._reading else MappingProxyType({})
        texts: Mapping[str, str] = self._read
        self.store.saw({**shown, **texts})


def _returned(reply: Reply, asked: Sequence[Asked], texts: Sequence[str]) -> tuple[Message, ...]:
    """What the reviewer said and what it is answered, as its engine tells it."""
    if reply.tool_calls:
        said = Message("assistant", reply.text, calls=tuple(map(_sent_back, reply.tool_calls)))
        return (said, *(Message("tool", text, call=one.call.id) for one, text in zip(asked, texts, strict=True)))
    rows = [
        f"{number}. {one.call.name or 'a call'}: {text}"
        for number, (one, text) in enumerate(zip(asked, texts, strict=True), 1)
    ]
    told = "\n".join(["# Answers to your calls", "", *rows, "", _GO_ON])
    return Message("assistant", reply.text), Message("user", told)


def _sent_back(call: ToolCall) -> ToolCall:
    """`call` as it may stand in a conversation: some servers fail on one whose arguments cannot be read."""
    try:
        parse(call)
    except BadCallError:
        return replace(call, arguments="{}")
    return call
