"""Reading a streamed message of the Anthropic Messages API."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from orchestrator.engines.wire.dialect import Answer, CallParts, count, event_data, mapping
from orchestrator.engines.wire.failure import NoAnswerError
from orchestrator.engines.wire.sse import END, WHOLE, Event
from orchestrator.values.turn import FailureKind, TurnFailure

Thoughts = dict[str, list[dict[str, Any]]]
"""What the model thought before it called tools, by the id of the first call: it must be sent back word for word."""

_WHOLE_STOPS = frozenset({"end_turn", "stop_sequence", "tool_use"})
_CUT_STOPS = frozenset({"max_tokens", "model_context_window_exceeded", "pause_turn"})
_THINKING = frozenset({"thinking", "redacted_thinking"})


@dataclass(slots=True)
class AnthropicReading:
    """Reads one answer; what it thought goes to `thoughts` when it called tools."""

    thoughts: Thoughts
    answer: Answer = field(default_factory=Answer)
    _thinking: dict[int, dict[str, Any]] = field(default_factory=dict)

    def take(self, event: Event) -> bool:
        """True for `message_stop`."""
        if event is END:
            return False
        data = event_data(event)
        if event.name == WHOLE:
            raise NoAnswerError.retryable("the answer was not streamed")
        kind = data.get("type") or event.name
        if kind == "message_start":
            message = mapping(data.get("message"))
            self.answer.model = str(message.get("model") or "")
            self._count(mapping(message.get("usage")))
        elif kind == "content_block_start":
            self._begin(count(data.get("index")), mapping(data.get("content_block")))
        elif kind == "content_block_delta":
            self._more(count(data.get("index")), mapping(data.get("delta")))
        elif kind == "message_delta":
            self.answer.stop = str(mapping(data.get("delta")).get("stop_reason") or self.answer.stop)
            self._count(mapping(data.get("usage")))
        return bool(kind == "message_stop")

    def finish(self) -> None:
        """Judges the stop reason."""
        stop = self.answer.stop
        if stop in _CUT_STOPS:
            raise NoAnswerError(TurnFailure(FailureKind.CUT, f"the answer was cut ({stop})"))
        if stop == "refusal":
            raise NoAnswerError(TurnFailure(FailureKind.REFUSED, "the model refused to answer"))
        if stop not in _WHOLE_STOPS:
            raise NoAnswerError.retryable(f"the answer ended for an unknown reason ({stop or 'none given'})")
        calls = self.answer.tool_calls
        if calls and self._thinking:
            self.thoughts[calls[0].id] = [block for _, block in sorted(self._thinking.items())]

    def _begin(self, index: int, block: Mapping[str, Any]) -> None:
        kind = block.get("type")
        if kind == "text":
            self.answer.texts.append(str(block.get("text") or ""))
        elif kind == "tool_use":
            self.answer.calls[index] = CallParts(str(block.get("id") or ""), str(block.get("name") or ""))
        elif kind in _THINKING:
            self._thinking[index] = dict(block)

    def _more(self, index: int, delta: Mapping[str, Any]) -> None:
        kind = delta.get("type")
        if kind == "text_delta":
            self.answer.texts.append(str(delta.get("text") or ""))
        elif kind == "input_json_delta":
            call = self.answer.calls.setdefault(index, CallParts())
            call.arguments.append(str(delta.get("partial_json") or ""))
        elif kind in {"thinking_delta", "signature_delta"} and index in self._thinking:
            name = str(kind).removesuffix("_delta")
            block = self._thinking[index]
            block[name] = f"{block.get(name) or ''}{delta.get(name) or ''}"

    def _count(self, usage: Mapping[str, Any]) -> None:
        # The numbers are totals so far, and a later event may leave out what an earlier one said.
        known = self.answer.usage
        self.answer.usage = replace(
            known,
            input=max(known.input, count(usage.get("input_tokens"))),
            cached_read=max(known.cached_read, count(usage.get("cache_read_input_tokens"))),
            cached_write=max(known.cached_write, count(usage.get("cache_creation_input_tokens"))),
            output=max(known.output, count(usage.get("output_tokens"))),
        )
