"""What the wire formats have in common: a body is built, an answer is read event by event."""

import json
import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Protocol

from orchestrator.engines.wire.failure import NoAnswerError
from orchestrator.engines.wire.features import Feature
from orchestrator.engines.wire.sse import Event
from orchestrator.engines.wire.taxonomy import failure_of, problem_inside
from orchestrator.values.turn import EngineInfo, Message, ToolCall, TurnRequest, Usage

TEMPERATURE = "temperature"


@dataclass(frozen=True, slots=True)
class Draft:
    """A request as it would be sent. `features` are the parts of it that may be refused; the first that an error names
    is left out of the next draft. `notes` say what was left out of this one."""

    body: Mapping[str, Any]
    features: tuple[Feature, ...]
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Answer:
    """What has arrived of an answer. Worth nothing before its end was seen."""

    model: str = ""
    texts: list[str] = field(default_factory=list)
    calls: dict[int, "CallParts"] = field(default_factory=dict)
    stop: str = ""
    usage: Usage = Usage()

    @property
    def text(self) -> str:
        """The whole text, halves of surrogate pairs joined, single ones replaced."""
        return "".join(self.texts).encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The calls in their order."""
        return tuple(ToolCall(one.id, one.name, "".join(one.arguments)) for _, one in sorted(self.calls.items()))


@dataclass(slots=True)
class CallParts:
    """A tool call that is arriving."""

    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)


class Reading(Protocol):
    """Reads one answer."""

    answer: Answer

    def take(self, event: Event) -> bool:
        """True for the final event. Raises NoAnswerError for an event that ends the answer early or makes no sense."""
        ...

    def finish(self) -> None:
        """Judges how the whole answer ended; raises NoAnswerError when it was cut or refused."""
        ...


class Dialect(Protocol):
    """One wire format."""

    @property
    def info(self) -> EngineInfo:
        """The engine that speaks it."""
        ...

    def draft(self, request: TurnRequest, refused: Set[str]) -> Draft:
        """The body of `request` without what the model has refused."""
        ...

    def reading(self) -> Reading:
        """A reader for one answer."""
        ...


def event_data(event: Event) -> dict[str, Any]:
    """The JSON object of an event. Raises NoAnswerError for anything else, and for an object that states an error."""
    try:
        data = json.loads(event.data)
    except ValueError as error:
        raise NoAnswerError.retryable("the answer holds an event that is no JSON") from error
    if not isinstance(data, dict):
        raise NoAnswerError.retryable("the answer holds an event that is no object")
    if data.get("error") or data.get("type") == "error" or event.name == "error":
        raise NoAnswerError(failure_of(problem_inside(data)))
    return data


def mapping(value: object) -> Mapping[str, Any]:
    """`value` where it is an object, otherwise an empty one: servers leave out what does not apply, or send null."""
    return value if isinstance(value, dict) else {}


def count(value: object) -> int:
    """A number of tokens; 0 for what is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def spoken(messages: Iterable[Message]) -> tuple[Message, ...]:
    """The messages without those that say nothing, which providers refuse."""
    return tuple(one for one in messages if one.calls or one.role == "tool" or one.content.strip())


def called_tools(messages: Iterable[Message]) -> tuple[str, ...]:
    """Names of the tools that were called in this conversation, each once."""
    return tuple(dict.fromkeys(call.name for one in messages for call in one.calls))


def temperature_feature(request: TurnRequest) -> Feature:
    """The temperature of `request`, which has one: some models take none but their own."""
    lost = f"temperature {request.temperature:g} dropped: {request.model} does not take it"
    return Feature(TEMPERATURE, re.compile(rf"\b{TEMPERATURE}\b"), lost)
