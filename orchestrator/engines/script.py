"""Turns as entries of a replay folder: what is written when a run is captured, and read when it is played back."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from orchestrator.redaction import redact
from orchestrator.values.fix import Edit
from orchestrator.values.turn import FailureKind, Omission, OmissionKind, Reply, ToolCall, Turn, TurnFailure, Usage

Entry = Mapping[str, Any]
EDIT = ("file", "find", "replace")
_COUNTED = ("input", "cached_read", "cached_write", "output")


def entry_of(turn: Turn) -> dict[str, Any]:
    """`turn` without its secrets; what has its usual value is left out."""
    if isinstance(turn, TurnFailure):
        failed = {"failure": turn.kind.value, "detail": redact(turn.detail)[0], "usage": _usage(turn.usage)}
        return _given({**failed, "retry_after": turn.retry_after, "everybody": turn.everybody})
    calls = [{"id": one.id, "name": one.name, "arguments": redact(one.arguments)[0]} for one in turn.tool_calls]
    left_out = [{"file": one.file, "reason": one.reason, "kind": one.kind.value} for one in turn.omissions]
    read = {path: redact(text)[0] for path, text in turn.read.items()}
    edits = [{key: redact(getattr(one, key))[0] for key in EDIT} for one in turn.edits]
    more = {"usage": _usage(turn.usage), "tool_calls": calls, "omissions": left_out, "notes": list(turn.notes)}
    more |= {"edits": edits}
    return {"text": redact(turn.text)[0], "model": turn.model, **_given({**more, "read": read})}


def turn_of(entry: Entry, text: str) -> Turn:
    """The turn that `entry` stands for; `text` is its reply, for entries that are not failures."""
    usage = Usage(**entry.get("usage", {}))
    if "failure" in entry:
        kind, detail = FailureKind(entry["failure"]), str(entry.get("detail", "scripted failure"))
        return TurnFailure(kind, detail, entry.get("retry_after"), usage, bool(entry.get("everybody")))
    return Reply(
        text=text,
        model=str(entry.get("model", "replay")),
        usage=usage,
        tool_calls=tuple(
            ToolCall(one["id"], one["name"], arguments_of(one["arguments"])) for one in entry.get("tool_calls", ())
        ),
        omissions=tuple(
            Omission(one["file"], one["reason"], OmissionKind(one["kind"])) for one in entry.get("omissions", ())
        ),
        notes=tuple(entry.get("notes", ())),
        read=MappingProxyType(dict(entry.get("read", {}))),
        edits=tuple(Edit(**one) for one in entry.get("edits", ())),
    )


def arguments_of(given: object) -> str:
    """Arguments of a call as JSON text: a text is taken as it stands, so that a script can hold a broken call too."""
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def _usage(usage: Usage) -> dict[str, Any]:
    counted = {name: count for name in _COUNTED if (count := getattr(usage, name))}
    return counted if usage.usd is None else {**counted, "usd": usage.usd}


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if not (value is None or value is False or value in ([], {}))}
