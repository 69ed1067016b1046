"""The wire engine: one logical call per turn, in the dialect that it is given."""

import json
from dataclasses import replace

import anyio

from orchestrator.engines.wire.dialect import Answer, Dialect, Draft
from orchestrator.engines.wire.failure import NoAnswerError, RefusedRequestError
from orchestrator.engines.wire.features import Memory, refused_feature
from orchestrator.engines.wire.sse import Event
from orchestrator.engines.wire.taxonomy import failure_of
from orchestrator.engines.wire.transport import Transport
from orchestrator.values.turn import EngineInfo, FailureKind, Reply, Turn, TurnFailure, TurnRequest, Usage

MARGIN = 0.1
"""Seconds, and at most this part of them, by which a call ends before its attempt does: then what it cost is known."""
_READABLE = "readable"


class WireEngine:
    """Speaks to one server (seams.Engine). What a model of it has refused once is not sent to it again."""

    def __init__(self, dialect: Dialect, transport: Transport) -> None:
        self._dialect = dialect
        self._transport = transport
        self._memory = Memory()

    @property
    def info(self) -> EngineInfo:
        """What the dialect says of itself."""
        return self._dialect.info

    async def turn(self, request: TurnRequest) -> Turn:
        """One answer, whole, or the reason why there is none."""
        call = _Call(request, self._dialect, self._transport, self._memory)
        try:
            with anyio.fail_after(request.seconds - min(MARGIN, MARGIN * request.seconds)):
                return await call.reply()
        except TimeoutError:
            failure = TurnFailure(FailureKind.TIMEOUT, f"no whole answer within {request.seconds:.3g} s")
        except NoAnswerError as error:
            failure = error.failure
        return replace(failure, detail=self._transport.endpoint.clean(failure.detail), usage=call.usage)


class _Call:
    """One logical call: the request, again without whatever the server says it does not take."""

    def __init__(self, request: TurnRequest, dialect: Dialect, transport: Transport, memory: Memory) -> None:
        self._request = request
        self._dialect = dialect
        self._transport = transport
        self._memory = memory
        self._reading = dialect.reading()
        self._begun = False

    @property
    def usage(self) -> Usage:
        """What is known of what it cost."""
        return self._reading.answer.usage

    async def reply(self) -> Reply:
        """The answer. Raises NoAnswerError."""
        while True:
            refused = self._memory.of(self._request.model)
            draft = self._dialect.draft(self._request, refused)
            try:
                return await self._try(draft)
            except RefusedRequestError as error:
                feature = refused_feature(error.problem, draft.features)
                if feature is None or feature.name in refused:
                    raise NoAnswerError(failure_of(error.problem)) from error
                self._memory.note(self._request.model, feature)

    async def _try(self, draft: Draft) -> Reply:
        self._reading = self._dialect.reading()
        # Text that is no valid Unicode, such as a name in an unknown encoding, must not make the body invalid as well.
        body = json.dumps(draft.body, ensure_ascii=False).encode("utf-8", "replace")
        await self._transport.call(body, self._take)
        self._reading.finish()
        return _reply(self._request, draft, self._reading.answer)

    def _take(self, event: Event) -> bool:
        ended = self._reading.take(event)
        if not self._begun:
            self._begun = True
            self._request.begun()
        return ended


def _reply(request: TurnRequest, draft: Draft, answer: Answer) -> Reply:
    calls, offered = answer.tool_calls, {tool.name for tool in request.tools}
    if calls and not offered:
        named = ", ".join(f"{call.name or 'a tool without a name'} ({_state(call.arguments)})" for call in calls)
        # What it wanted to say by these calls is lost, so whatever else it says is not the whole of it.
        what = f"the answer calls tools that it was not offered: {named}"
        raise NoAnswerError(TurnFailure(FailureKind.MALFORMED, what))
    odd = [f"it called {call.name}, a tool that it was not offered" for call in calls if call.name not in offered]
    odd += [
        f"a call of {call.name} could not be read: {_state(call.arguments)}"
        for call in calls
        if _state(call.arguments) != _READABLE
    ]
    return Reply(
        text=answer.text,
        tool_calls=calls,
        model=answer.model or request.model,
        usage=answer.usage,
        notes=(*draft.notes, *odd),
    )


def _state(arguments: str) -> str:
    try:
        return _READABLE if isinstance(json.loads(arguments or "{}"), dict) else "its arguments are no object"
    except ValueError:
        return "its arguments are no JSON"
