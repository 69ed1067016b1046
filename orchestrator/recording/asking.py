"""Asking the engine: one call after the other within the time and the money of the review, and what they came to."""

from dataclasses import dataclass, field, replace

from orchestrator.dispatch.attempt import BACKOFF
from orchestrator.dispatch.spending import estimate_of
from orchestrator.recording.sitting import Sitting
from orchestrator.redaction import redact
from orchestrator.values.lens import ContextNeed
from orchestrator.values.turn import (
    FailureKind,
    Message,
    Omission,
    Payload,
    Reply,
    ToolDefinition,
    Turn,
    TurnFailure,
    TurnRequest,
    Usage,
)

SMALL_ANSWER = 8_192
"""Tokens of an answer once the first call has failed."""
LEAST = 5.0
"""Seconds that must be left for the one smaller call that follows a first one that failed."""
MAX_NOTES = 40
_NO_SECOND = frozenset({FailureKind.BUDGET, FailureKind.DOWN, FailureKind.TAMPERED})
"""Failures of a first call that a smaller second one would only repeat, and the one that no later success may hide."""


@dataclass(slots=True)
class Asking:
    """The calls of one review. `until` is when its time ends, on the monotonic clock."""

    sitting: Sitting
    until: float
    max_tokens: int | None
    payload: Payload
    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    model: str = ""
    degraded: str = ""
    notes: list[str] = field(default_factory=list)
    omissions: list[Omission] = field(default_factory=list)

    @classmethod
    def begin(cls, sitting: Sitting) -> "Asking":
        """Nothing is asked yet; time runs from now."""
        until = sitting.clock.monotonic() + sitting.seconds
        return cls(sitting, until, sitting.max_tokens, sitting.payload, model=sitting.model)

    @property
    def left(self) -> float:
        """Seconds of the review."""
        return self.until - self.sitting.clock.monotonic()

    def note(self, text: str) -> None:
        """Keeps `text` for the report, once."""
        line = redact(" ".join(text.split()))[0]
        if line not in self.notes and len(self.notes) < MAX_NOTES:
            self.notes.append(line)

    async def ask(self, messages: tuple[Message, ...], tools: tuple[ToolDefinition, ...], schema: str) -> Turn:
        """One turn; after a failure that another try may mend it is asked once more."""
        turn = await self.once(messages, tools, schema)
        wait = self.wait(turn) if isinstance(turn, TurnFailure) else None
        if wait is None or not isinstance(turn, TurnFailure):
            return turn
        self.note(f"a call was made twice: {turn.detail}")
        await self.sitting.clock.sleep(wait)
        return await self.once(messages, tools, schema)

    async def once(self, messages: tuple[Message, ...], tools: tuple[ToolDefinition, ...], schema: str) -> Turn:
        """One call. Whatever the engine raises is a crash; what a call costs is counted however it ends."""
        sitting, spending = self.sitting, self.sitting.spending
        estimate = estimate_of(messages)
        refused = spending.refuse(sitting.model, estimate) if spending else ""
        if refused:
            return TurnFailure(FailureKind.BUDGET, refused)
        if spending:
            spending.open(sitting.model, estimate)
        self.calls += 1
        turn: Turn = TurnFailure(FailureKind.CRASH, "it was broken off")
        try:
            turn = await sitting.engine.turn(self._request(messages, tools, schema))
        # The border to the engine: what it raises ends this call and loses nothing that was recorded.
        except Exception as error:  # noqa: BLE001
            turn = TurnFailure(FailureKind.CRASH, redact(f"{type(error).__name__}: {error}")[0])
        finally:
            self.usage += spending.close(sitting.model, estimate, turn.usage) if spending else turn.usage
        if isinstance(turn, Reply):
            self._took(turn)
        return turn

    def wait(self, failure: TurnFailure) -> float | None:
        """Seconds to wait before a call is repeated as it was; None when repeating it is of no use."""
        if failure.kind is not FailureKind.RETRYABLE or failure.everybody:
            return None
        wait = BACKOFF if failure.retry_after is None else failure.retry_after
        return wait if wait < self.left else None

    def smaller(self, first: TurnFailure) -> float | None:
        """Makes ready for the one smaller call that may follow a first one that failed, and says how long to wait.

        None when it would be of no use. An engine that reads files itself is asked to judge by the change alone.
        """
        wait = self.wait(first) if first.kind is FailureKind.RETRYABLE else 0.0
        if first.everybody or first.kind in _NO_SECOND or wait is None or wait + LEAST > self.left:
            return None
        self.max_tokens = min(SMALL_ANSWER, self.max_tokens or SMALL_ANSWER)
        alone = replace(self.payload.lens, context=ContextNeed.DIFF_ONLY)
        self.payload = replace(self.payload, lens=alone)
        less = f"without project access and with answers of at most {self.max_tokens} tokens"
        self.degraded = redact(f"the first call failed ({first.detail}), so the review was made {less}")[0]
        return wait

    def _request(self, messages: tuple[Message, ...], tools: tuple[ToolDefinition, ...], schema: str) -> TurnRequest:
        return TurnRequest(
            payload=self.payload,
            messages=messages,
            model=self.sitting.model,
            effort=self.sitting.effort,
            call=self.calls,
            seconds=self.left,
            tools=tools,
            schema=schema,
            max_tokens=self.max_tokens,
            temperature=self.sitting.temperature,
        )

    def _took(self, reply: Reply) -> None:
        self.model = reply.model or self.model
        self.omissions += [one for one in reply.omissions if one not in self.omissions]
        for note in reply.notes:
            self.note(note)
