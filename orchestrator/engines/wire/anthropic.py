"""The dialect of the Anthropic Messages API."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from orchestrator.engines.wire.anthropic_reading import AnthropicReading, Thoughts
from orchestrator.engines.wire.dialect import TEMPERATURE, Draft, called_tools, spoken, temperature_feature
from orchestrator.engines.wire.features import Feature
from orchestrator.engines.wire.schema import is_strict, strict_schema, tool_schema
from orchestrator.values.turn import EngineInfo, Message, ToolCall, ToolDefinition, TurnRequest

PATH = "/v1/messages"
VERSION = "2023-06-01"
EFFORTS = ("low", "medium", "high", "xhigh", "max")
WINDOW = 200_000
MAX_BREAKPOINTS = 4
SMALL_ANSWER = 8_000
"""Tokens of an answer that every model can give, for those that cannot give as many as are wanted."""

Block = dict[str, Any]
_CACHE = {"type": "ephemeral"}


class AnthropicDialect:
    """Speaks it. `max_tokens` bounds one answer, thinking included, of requests that do not say so themselves."""

    def __init__(self, info: EngineInfo, max_tokens: int) -> None:
        self._info = info
        self._max_tokens = max_tokens
        self._thoughts: Thoughts = {}

    @property
    def info(self) -> EngineInfo:
        """The engine that speaks it."""
        return self._info

    def reading(self) -> AnthropicReading:
        """A reader for one answer."""
        return AnthropicReading(self._thoughts)

    def draft(self, request: TurnRequest, refused: Set[str]) -> Draft:
        """The body of `request` without what the model has refused."""
        most = self._max_tokens if request.max_tokens is None else request.max_tokens
        features = tuple(_features(request, most, thinks="thinking" not in refused))
        sent = {feature.name for feature in features} - refused
        body = {
            "model": request.model,
            "max_tokens": most if "max_tokens" in sent else min(SMALL_ANSWER, most),
            "stream": True,
            **({"thinking": {"type": "adaptive"}} if "thinking" in sent else {}),
            **({TEMPERATURE: request.temperature} if TEMPERATURE in sent else {}),
            **_output(request, sent),
            **_tools(request, strict="strict" in sent),
            "system": [_text(one.content) for one in request.messages if one.role == "system"],
            "messages": self._messages(request, MAX_BREAKPOINTS if "cache_control" in sent else 0),
        }
        lost = (one.lost for one in features if one.name not in sent and one.lost)
        return Draft(body, tuple(one for one in features if one.name in sent), tuple(dict.fromkeys(lost)))

    def _messages(self, request: TurnRequest, breakpoints: int) -> list[dict[str, Any]]:
        turns: list[dict[str, Any]] = []
        for message in spoken(one for one in request.messages if one.role != "system"):
            role = "assistant" if message.role == "assistant" else "user"
            if not turns or turns[-1]["role"] != role:
                turns.append({"role": role, "content": []})
            turns[-1]["content"] += self._blocks(message)
        if request.tools:
            _mark_results(turns)
        blocks = [block for turn in turns for block in turn["content"]]
        _limit_breakpoints(blocks, breakpoints)
        return turns

    def _blocks(self, message: Message) -> Iterator[Block]:
        if message.role == "tool":
            yield {"type": "tool_result", "tool_use_id": message.call, "content": message.content or "(empty)"}
            return
        if message.calls:
            yield from (dict(block) for block in self._thoughts.get(message.calls[0].id, ()))
        if message.content.strip():
            yield {**_text(message.content), **({"cache_control": _CACHE} if message.cache else {})}
        yield from map(_called, message.calls)


def _features(request: TurnRequest, max_tokens: int, *, thinks: bool) -> Iterator[Feature]:
    """What may be refused; patterns that occur in complaints about something else come last."""
    model = request.model
    if request.temperature is not None and not thinks:
        # A model that thinks is refused any temperature, so none is sent until thinking is known to be off.
        yield temperature_feature(request)
    yield Feature("cache_control", re.compile(r"cache_control"))
    if request.tools:
        yield Feature("strict", re.compile(r"\bstrict\b"))
    effort = f"effort {request.effort}"
    lost = f"{effort} dropped: {model} does not offer it"
    if request.effort:
        yield Feature(effort, re.compile(r"\beffort\b"), lost)
    yield Feature("thinking", re.compile(r"\bthinking\b"), f"adaptive thinking dropped: {model} does not offer it")
    if request.schema:
        complaint = re.compile(r"output_config|output_format|json_schema|structured output")
        yield Feature("format", complaint, f"reply schema dropped: {model} does not take one")
    if request.effort:
        yield Feature(effort, re.compile("output_config"), lost)
    if max_tokens > SMALL_ANSWER:
        less = f"answers of {max_tokens} tokens are more than {model} gives: asked for {SMALL_ANSWER}"
        yield Feature("max_tokens", re.compile(r"max_tokens"), less)


def _output(request: TurnRequest, sent: Set[str]) -> Mapping[str, Any]:
    config: dict[str, Any] = {}
    if f"effort {request.effort}" in sent:
        config["effort"] = request.effort
    if "format" in sent:
        config["format"] = {"type": "json_schema", "schema": strict_schema(json.loads(request.schema))}
    return {"output_config": config} if config else {}


def _tools(request: TurnRequest, *, strict: bool) -> Mapping[str, Any]:
    if request.tools:
        return {"tools": [_tool(tool, strict=strict) for tool in request.tools]}
    called = called_tools(request.messages)
    if not called:
        return {}
    # A conversation in which tools were called is refused when it does not say which tools there are.
    return {
        "tools": [{"name": name, "input_schema": {"type": "object"}} for name in called],
        "tool_choice": {"type": "none"},
    }


def _tool(tool: ToolDefinition, *, strict: bool) -> Block:
    schema = tool_schema(json.loads(tool.schema))
    enforced = {"strict": True} if strict and is_strict(schema) else {}
    return {"name": tool.name, "description": tool.description, "input_schema": schema, **enforced}


def _called(call: ToolCall) -> Block:
    try:
        given = json.loads(call.arguments or "{}")
    except ValueError:
        given = {}
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": given if isinstance(given, dict) else {}}


def _text(text: str) -> Block:
    return {"type": "text", "text": text}


def _mark_results(turns: Sequence[Block]) -> None:
    """Breakpoints behind the last two turns that returned results of tools.

    Whoever has called tools is likely to call more, with all that they returned in front: the last one is where the
    next call will begin to read. The one before is where this call does; a provider looks back only some twenty blocks
    for it, and one turn may have more.
    """
    results = [turn["content"] for turn in turns if any(block["type"] == "tool_result" for block in turn["content"])]
    for content in results[-2:]:
        content[-1]["cache_control"] = _CACHE


def _limit_breakpoints(blocks: Sequence[Block], limit: int) -> None:
    """The last ones stay: each stands for everything in front of it."""
    marked = [block for block in blocks if "cache_control" in block]
    for block in _all_but_last(marked, limit):
        del block["cache_control"]


def _all_but_last(blocks: Sequence[Block], number: int) -> Iterable[Block]:
    return blocks[: max(0, len(blocks) - number)]
