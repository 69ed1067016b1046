"""The dialect of chat completions, as OpenAI and many servers speak it."""

import json
import re
from collections.abc import Iterator, Mapping, Set
from typing import Any

from orchestrator.engines.wire.dialect import TEMPERATURE, Draft, spoken, temperature_feature
from orchestrator.engines.wire.features import Feature
from orchestrator.engines.wire.openai_reading import OpenAIReading
from orchestrator.engines.wire.schema import strict_schema, tool_schema
from orchestrator.values.turn import EngineInfo, Message, TurnRequest

PATH = "/chat/completions"
_LENGTH = r"max_tokens|max_completion_tokens|in the completion"
_FORMAT = re.compile(r"response_format|json_schema|json_object|structured output|guided|grammar", re.IGNORECASE)


class OpenAIDialect:
    """Speaks it. `max_tokens` bounds one answer, reasoning included, of requests that do not say so themselves; 0 leaves
    that to the server."""

    def __init__(self, info: EngineInfo, max_tokens: int) -> None:
        self._info = info
        self._max_tokens = max_tokens

    @property
    def info(self) -> EngineInfo:
        """The engine that speaks it."""
        return self._info

    def reading(self) -> OpenAIReading:
        """A reader for one answer."""
        return OpenAIReading()

    def draft(self, request: TurnRequest, refused: Set[str]) -> Draft:
        """The body of `request` without what the model has refused.

        An effort that the engine does not offer at all is left out without asking.
        """
        offered = request.effort in self._info.efforts
        most = self._max_tokens if request.max_tokens is None else request.max_tokens
        features = tuple(_features(request, most, effort=offered))
        sent = {feature.name for feature in features} - refused
        body = {
            "model": request.model,
            "messages": list(_messages(request.messages)),
            "stream": True,
            **({"stream_options": {"include_usage": True}} if "stream_options" in sent else {}),
            **_length(most, sent),
            **({TEMPERATURE: request.temperature} if TEMPERATURE in sent else {}),
            **({"reasoning_effort": request.effort} if f"effort {request.effort}" in sent else {}),
            **_format(request, sent),
            **(_tools(request) if "tools" in sent else {}),
        }
        lost = [one.lost for one in features if one.name not in sent and one.lost]
        if request.effort and not offered:
            lost.append(f"effort {request.effort} dropped: {self._info.name} offers {_listed(self._info.efforts)}")
        return Draft(body, tuple(one for one in features if one.name in sent), tuple(lost))


def _features(request: TurnRequest, max_tokens: int, *, effort: bool) -> Iterator[Feature]:
    """What may be refused; patterns that occur in complaints about something else come last."""
    model = request.model
    if request.temperature is not None:
        yield temperature_feature(request)
    if request.tools:
        # Some take tools or reasoning: the panel can do without the tools.
        what = f"reader tools dropped: {model} does not take them here"
        yield Feature("tools", re.compile(r"\btools?\b|function[ _]call", re.IGNORECASE), what)
    if effort:
        lost = f"effort {request.effort} dropped: {model} does not offer it"
        yield Feature(f"effort {request.effort}", re.compile(r"reasoning|\beffort\b", re.IGNORECASE), lost)
    yield Feature("stream_options", re.compile(r"stream_options|include_usage"))
    if max_tokens:
        # First by its new name, then by its old one, then not at all.
        yield Feature("max_completion_tokens", re.compile(_LENGTH))
        yield Feature(
            "max_tokens", re.compile(_LENGTH), f"the bound of {max_tokens} tokens dropped: {model} refuses it"
        )
    if request.schema:
        yield Feature("json_schema", _FORMAT, f"reply schema dropped: {model} does not take one here")
        yield Feature("json_object", _FORMAT)


def _length(max_tokens: int, sent: Set[str]) -> Mapping[str, Any]:
    name = next((name for name in ("max_completion_tokens", "max_tokens") if name in sent), "")
    return {name: max_tokens} if name else {}


def _format(request: TurnRequest, sent: Set[str]) -> Mapping[str, Any]:
    if "json_schema" in sent:
        schema = {"name": "lens_reply", "strict": True, "schema": strict_schema(json.loads(request.schema))}
        return {"response_format": {"type": "json_schema", "json_schema": schema}}
    return {"response_format": {"type": "json_object"}} if "json_object" in sent else {}


def _tools(request: TurnRequest) -> Mapping[str, Any]:
    return {
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool_schema(json.loads(tool.schema)),
                },
            }
            for tool in request.tools
        ]
    }


def _messages(messages: tuple[Message, ...]) -> Iterator[dict[str, Any]]:
    """The conversation with neighbours of one role joined: some templates know nothing but strict alternation."""
    joined: list[Message] = []
    for message in spoken(messages):
        last = joined[-1] if joined else None
        if last and last.role == message.role and message.role != "tool" and not (last.calls or message.calls):
            joined[-1] = Message(message.role, f"{last.content}\n\n{message.content}")
        else:
            joined.append(message)
    yield from map(_message, joined)


def _message(message: Message) -> dict[str, Any]:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.call, "content": message.content}
    if not message.calls:
        return {"role": message.role, "content": message.content}
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments or "{}"}}
        for call in message.calls
    ]
    return {"role": message.role, "content": message.content or None, "tool_calls": calls}


def _listed(efforts: tuple[str, ...]) -> str:
    return ", ".join(efforts) or "none"
