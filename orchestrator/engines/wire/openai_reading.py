"""Reading a streamed chat completion."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from orchestrator.engines.wire.dialect import Answer, CallParts, count, event_data, mapping
from orchestrator.engines.wire.failure import NoAnswerError
from orchestrator.engines.wire.sse import END, Event
from orchestrator.values.turn import FailureKind, TurnFailure, Usage

DONE = "[DONE]"
_WHOLE_STOPS = frozenset({"stop", "tool_calls", "function_call", "stop_sequence", "eos_token", "end_turn"})


@dataclass(slots=True)
class OpenAIReading:
    """Reads one answer. Its end is `[DONE]`, or the end of the stream for servers that do not send that, provided that
    the answer had said why it ended."""

    answer: Answer = field(default_factory=Answer)
    _refused: bool = False

    def take(self, event: Event) -> bool:
        """True for the final event."""
        if event is END:
            return bool(self.answer.stop)
        if event.data.strip() == DONE:
            return True
        data = event_data(event)
        self.answer.model = str(data.get("model") or self.answer.model)
        if isinstance(data.get("usage"), dict):
            self.answer.usage = _usage(data["usage"])
        for choice in data.get("choices") or ():
            self._choice(mapping(choice))
        return False

    def finish(self) -> None:
        """Judges the finish reason."""
        stop = self.answer.stop
        if stop == "content_filter" or self._refused:
            why = (
                "the provider's filter refused the answer"
                if stop == "content_filter"
                else "the model refused to answer"
            )
            raise NoAnswerError(TurnFailure(FailureKind.REFUSED, why))
        if stop == "length":
            raise NoAnswerError(TurnFailure(FailureKind.CUT, "the answer was cut (length)"))
        if stop not in _WHOLE_STOPS:
            raise NoAnswerError.retryable(f"the answer ended for an unknown reason ({stop or 'none given'})")

    def _choice(self, choice: Mapping[str, Any]) -> None:
        if choice.get("index"):
            return
        # An answer that was not streamed has a message where a streamed one has pieces of it.
        part = mapping(choice.get("delta") or choice.get("message"))
        self.answer.texts.append(_text(part.get("content")))
        self._refused = self._refused or bool(part.get("refusal"))
        for position, call in enumerate(part.get("tool_calls") or ()):
            self._call(mapping(call), position)
        self.answer.stop = str(choice.get("finish_reason") or self.answer.stop)

    def _call(self, call: Mapping[str, Any], position: int) -> None:
        index = call.get("index")
        number = index if isinstance(index, int) else position
        parts = self.answer.calls.setdefault(number, CallParts(id=f"call_{number}"))
        function = mapping(call.get("function"))
        parts.id = str(call.get("id") or parts.id)
        parts.name = str(function.get("name") or parts.name)
        parts.arguments.append(str(function.get("arguments") or ""))


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "".join(
        str(part.get("text") or "") for part in parts if isinstance(part, dict) and part.get("type") == "text"
    )


def _usage(usage: Mapping[str, Any]) -> Usage:
    cached = count(mapping(usage.get("prompt_tokens_details")).get("cached_tokens"))
    cached = cached or count(usage.get("prompt_cache_hit_tokens"))
    cost = usage.get("cost")
    return Usage(
        input=max(0, count(usage.get("prompt_tokens")) - cached),
        cached_read=cached,
        output=count(usage.get("completion_tokens")),
        usd=float(cost) if isinstance(cost, int | float) and not isinstance(cost, bool) and cost > 0 else None,
    )
