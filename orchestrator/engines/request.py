"""One turn request as JSON, for whoever is not a model API: a program, a person, a batch system."""

import json
import re
from hashlib import sha256
from typing import Any

from orchestrator.values.turn import Message, Purpose, TurnRequest

_STAND_IN = "MARKER"
_ENDINGS = {
    Purpose.VERIFICATION: "verify",
    Purpose.CLOSING: "closing",
    Purpose.FIX: "fix",
    Purpose.CHECK: "check",
    Purpose.CHALLENGE: "challenge",
}
_FRAMING = re.compile(r"lines that read `<<([0-9a-f]{8,64})` and `\1>>`")


def request_object(request: TurnRequest) -> dict[str, Any]:
    """The object that the schema engine-request describes, without the fields of the exchange folder."""
    return {
        "version": 1,
        "lens": request.payload.lens.name,
        "purpose": request.payload.purpose.value,
        "call": request.call,
        "model": request.model,
        "effort": request.effort,
        "messages": [_message(one) for one in request.messages],
        "tools": [
            {"name": one.name, "description": one.description, "schema": json.loads(one.schema)}
            for one in request.tools
        ],
        "schema": json.loads(request.schema) if request.schema else None,
        "seconds": round(request.seconds, 3),
        **({"writes": True} if request.payload.writes else {}),
    }


def script_of(request: TurnRequest) -> str:
    """The name of what answers `request`: `<lens>` for a review; `<lens>.verify`, `.closing`, `.fix`, `.check` or
    `.challenge` for the others."""
    lens, ending = request.payload.lens.name, _ENDINGS.get(request.payload.purpose, "")
    return f"{lens}.{ending}" if ending else lens


def identity_of(request: TurnRequest) -> str:
    """The same for two requests that ask the same, in whatever run: hexadecimal, 64 characters.

    The marker around text under review is random for each run, so it does not count. Rules get no prompt; what they
    are shown is told by the files.
    """
    parts = [script_of(request), request.schema]
    marker = _marker(request.messages)
    for message in request.messages:
        content = message.content.replace(marker, _STAND_IN) if marker else message.content
        parts += [message.role, content, message.call, *(f"{one.name} {one.arguments}" for one in message.calls)]
    parts += [part for one in request.tools for part in (one.name, one.description, one.schema)]
    if not request.messages:
        parts += [repr(file) for file in request.payload.files]
    return sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def _message(message: Message) -> dict[str, Any]:
    """Calls and what they were answered are named; most messages have neither."""
    answers = {"call": message.call} if message.call else {}
    calls = [{"id": one.id, "name": one.name, "arguments": _arguments(one.arguments)} for one in message.calls]
    return {"role": message.role, "content": message.content, **answers, **({"calls": calls} if calls else {})}


def _arguments(text: str) -> Any:
    """The object that `text` is, otherwise the text: a model may write anything."""
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, dict) else text


def _marker(messages: tuple[Message, ...]) -> str:
    """The marker as the first part that explains it says; text under review cannot come before that."""
    for message in messages:
        found = _FRAMING.search(message.content) if message.role == "user" else None
        if found:
            return found[1]
    return ""
