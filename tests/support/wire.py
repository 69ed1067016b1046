"""A wire engine pointed at an address, and one question to it."""

import json
from collections.abc import Callable
from typing import Any

import anyio

from orchestrator.engines.wire.anthropic import EFFORTS, AnthropicDialect
from orchestrator.engines.wire.dialect import Dialect
from orchestrator.engines.wire.endpoint import Endpoint, address_of
from orchestrator.engines.wire.engine import WireEngine
from orchestrator.engines.wire.openai import OpenAIDialect
from orchestrator.engines.wire.transport import Patience, Transport
from orchestrator.schemas import load_schema
from orchestrator.seams import Engine
from orchestrator.system.clock import SystemClock
from orchestrator.values.turn import EngineInfo, Message, Reply, ToolDefinition, ToolUse, Turn, TurnFailure, TurnRequest
from tests.support.values import added_file, make_lens, make_payload

KEY = "key-of-the-tests-0123456789"
LENS = Message("user", "# Your lens: doc-review\n\nLook at it.")
MESSAGES = (Message("system", "The contract."), Message("user", "The change.", cache=True), LENS)
READ_FILE = ToolDefinition(
    "read_file",
    "Reads a file.",
    json.dumps(
        {
            "type": "object",
            "properties": {
                "path": {"type": "string", "minLength": 1, "description": "Which file."},
                "start": {"type": "integer"},
            },
            "required": ["path"],
        }
    ),
)


def info(name: str, *efforts: str) -> EngineInfo:
    """What an engine of that name says of itself."""
    return EngineInfo(
        name=name, label=name, rule_based=False, tool_use=ToolUse.NATIVE, leaves_machine=True, efforts=efforts
    )


def dialect(name: str = "anthropic", *, max_tokens: int = 32_000) -> Dialect:
    """The dialect `anthropic` or `openai`."""
    if name == "anthropic":
        return AnthropicDialect(info(name, *EFFORTS), max_tokens)
    return OpenAIDialect(info(name, "low", "medium", "high"), max_tokens)


def engine(address: str, name: str = "anthropic", **patience: Any) -> WireEngine:
    """An engine that speaks to `address`."""
    path = "/v1/messages" if name == "anthropic" else "/v1/chat/completions"
    endpoint = Endpoint(url=address_of(address, path), headers={"x-api-key": KEY}, secrets=(KEY,))
    return WireEngine(dialect(name), Transport(endpoint, Patience(**patience), SystemClock()))


def request(*messages: Message, begun: Callable[[], None] = lambda: None, **changes: Any) -> TurnRequest:
    """A turn of doc-review."""
    asked: dict[str, Any] = {"model": "model-1", "effort": "high", "seconds": 20.0, "call": 1}
    asked["schema"] = json.dumps(load_schema("lens-reply"))
    return TurnRequest(
        payload=make_payload(make_lens("doc-review"), added_file("a.py", "x = 1")),
        messages=messages or MESSAGES,
        begun=begun,
        **(asked | changes),
    )


def ask(asked: Engine, *messages: Message, **changes: Any) -> Turn:
    """One turn."""
    return anyio.run(asked.turn, request(*messages, **changes))


def replied(turn: Turn) -> Reply:
    """The turn, which must be a reply."""
    assert isinstance(turn, Reply), turn
    return turn


def failed(turn: Turn) -> TurnFailure:
    """The turn, which must be a failure."""
    assert isinstance(turn, TurnFailure), turn
    return turn
