"""Calls as they arrive: from engines that call tools, and as one JSON list from engines that only write text."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from orchestrator.findings.reply import read_reply
from orchestrator.redaction import redact
from orchestrator.values.turn import ToolCall

CALLS = "calls"
MOST = 400
"""Calls that are run of one turn: a model that repeats itself without end must not fill the conversation."""
_KEYS = frozenset({"tool", "arguments", "id"})


@dataclass(frozen=True, slots=True)
class Asked:
    """One call. `fault` says why it cannot be run; then `call` holds what there is of it, perhaps without a name."""

    call: ToolCall
    fault: str = ""


def of_tools(calls: Sequence[ToolCall]) -> tuple[Asked, ...]:
    """The calls of an engine that calls tools."""
    return _bounded(tuple(Asked(call) for call in calls))


def of_text(text: str) -> tuple[Asked, ...] | str:
    """The calls that `text` lists, or why it is no list of calls. One that is malformed spoils none of the others.

    A list, an object that holds it under `calls`, or a single call; alone, in a fence, or within other text.
    """
    reply = read_reply(text)
    if reply.error:
        return redact(reply.error)[0]
    items = _items(reply.data)
    if isinstance(items, str):
        return items
    return _bounded(tuple(_asked(number, item) for number, item in enumerate(items, 1)))


def _items(data: object) -> Sequence[object] | str:
    if isinstance(data, list):
        return data or "the list of calls is empty"
    if not isinstance(data, dict):
        return "the reply is no list of calls"
    if "tool" in data:
        return [data]
    if not isinstance(data.get(CALLS), list):
        return f"the reply is an object without a list under {CALLS}"
    odd = [name for name, value in data.items() if name != CALLS and isinstance(value, list | dict) and value]
    if odd:
        return f"{odd[0][:40]!r} stands beside {CALLS}: everything goes into {CALLS}"
    return data[CALLS] or "the list of calls is empty"


def _asked(number: int, item: object) -> Asked:
    whole = json.dumps(item, ensure_ascii=False)
    if not isinstance(item, dict):
        return Asked(ToolCall(str(number), "", whole), "it is no object with tool and arguments")
    name, arguments = item.get("tool"), item.get("arguments")
    if not isinstance(name, str) or not name:
        return Asked(ToolCall(str(number), "", whole), "it names no tool")
    odd = [key for key in item if key not in _KEYS]
    if odd:
        fault = f"{odd[0][:40]!r} stands beside tool and arguments: it belongs into arguments"
        return Asked(ToolCall(str(number), name, whole), fault)
    if arguments is None:
        return Asked(ToolCall(str(number), name, ""))
    # Some write the arguments as a text that is JSON again, as the tools of providers do.
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return Asked(ToolCall(str(number), name, text))


def _bounded(asked: tuple[Asked, ...]) -> tuple[Asked, ...]:
    late = f"not run: one turn takes {MOST} calls"
    return (*asked[:MOST], *(replace(one, fault=one.fault or late) for one in asked[MOST:]))
