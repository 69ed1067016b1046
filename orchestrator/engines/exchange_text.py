"""A request of the exchange folder as somebody reads it who is going to answer it, and what he writes as an answer."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

_EXAMPLE = '[{"tool": "NAME", "arguments": {...}}, ...]'


def request_text(request: Mapping[str, Any]) -> str:
    """The conversation, the tools that may be called, and the form of the answer. Shapes as in engine-request."""
    messages = _mappings(request.get("messages"))
    parts = [_message(one, messages) for one in messages]
    tools = _mappings(request.get("tools"))
    if tools:
        parts += ["[tools]\n" + "\n".join(map(_tool, tools)), f"[answer with a list of calls]\n{_EXAMPLE}"]
    else:
        parts.append(f"[schema of the reply]\n{json.dumps(request.get('schema'), indent=1)}")
    return "\n\n".join(parts) + "\n"


def listed_calls(value: object) -> list[Any] | None:
    """The calls that a value of JSON lists, alone or one after the other; None when it is something else."""
    calls = value if isinstance(value, list) else [value]
    return calls if any(isinstance(one, dict) and "tool" in one for one in calls) else None


def _message(message: Mapping[str, Any], messages: Sequence[Mapping[str, Any]]) -> str:
    content = str(message.get("content", ""))
    said = _lines_of_calls(content) if message.get("role") == "assistant" else ""
    calls = "\n".join(_call(one.get("name"), one.get("arguments")) for one in _mappings(message.get("calls")))
    body = "\n".join(filter(None, (said or content, calls)))
    return f"[{message.get('role')}{_what_for(message, messages)}]\n{body}"


def _what_for(message: Mapping[str, Any], messages: Sequence[Mapping[str, Any]]) -> str:
    """The tool that the message is the answer of."""
    calls = (call for one in messages for call in _mappings(one.get("calls")))
    names = (call.get("name") for call in calls if message.get("call") and call.get("id") == message.get("call"))
    return "".join(f" {name}" for name in list(names)[:1])


def _lines_of_calls(content: str) -> str:
    """The calls that an earlier answer listed, one a line; empty when it was something else."""
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return ""
    calls = listed_calls(value.get("calls") if isinstance(value, dict) and "calls" in value else value)
    if calls is None or not all(isinstance(one, dict) for one in calls):
        return ""
    return "\n".join(_call(one.get("tool"), one.get("arguments", {})) for one in calls)


def _call(name: object, arguments: object) -> str:
    given = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return f"calls {name} {given}"


def _tool(tool: Mapping[str, Any]) -> str:
    schema = tool.get("schema")
    parts = schema.get("properties") if isinstance(schema, dict) else None
    required = schema.get("required", ()) if isinstance(schema, dict) else ()
    rows = (
        f"    {name} ({_kind(part)}{'' if name in required else ', optional'}){_told(part)}"
        for name, part in (parts or {}).items()
        if isinstance(part, dict)
    )
    return "\n".join([f"{tool.get('name')}: {tool.get('description')}", *rows])


def _kind(part: Mapping[str, Any]) -> str:
    if isinstance(part.get("enum"), list):
        return f"one of {', '.join(map(str, part['enum']))}"
    kind = part.get("type", "any")
    return " or ".join(map(str, kind)) if isinstance(kind, list) else str(kind)


def _told(part: Mapping[str, Any]) -> str:
    return f": {part['description']}" if part.get("description") else ""


def _mappings(value: object) -> list[Mapping[str, Any]]:
    """What of `value` is an object: the file may have been written by another version."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
