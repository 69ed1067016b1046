"""The replay engine: scripted replies and failures from a folder, for trying the tool out and for its tests.

A folder holds `<lens>.json`, and `default.json` for lenses without a file of their own. What is asked for another
purpose than a review has files of its own: `<lens>.verify.json`, `<lens>.closing.json`, `<lens>.fix.json`,
`<lens>.check.json`, `<lens>.challenge.json`, and `default.verify.json` and so on. Each file is a list; the n-th call of a request takes the n-th entry, later calls the
last one. An entry is one of

    {"text": "..."}                          the reply as raw text
    {"reply": {...}}                         the reply as an object
    {"calls": [{"tool": ..., "arguments": {...}}]}   calls of tools, as whoever calls none himself lists them
    {"failure": "timeout", "detail": "..."}  a failure of that kind
    {"hang": true}                           never answers
    {"crash": "..."}                         the engine breaks down

and may carry `"delay": seconds` and `"usage": {"input": n, "output": n}`. A folder that `--capture` has filled names
the request and the call of each entry, and holds a manifest; there an entry answers exactly what it was given for.
"""

import json
from collections.abc import Mapping, Set
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from orchestrator.engines.capture import MANIFEST, info_of, read_manifest
from orchestrator.engines.request import identity_of, script_of
from orchestrator.engines.script import EDIT, turn_of
from orchestrator.errors import ConfigurationError, NoEngineError
from orchestrator.seams import Clock
from orchestrator.values.turn import EngineInfo, FailureKind, Purpose, ToolUse, Turn, TurnFailure, TurnRequest

INFO = EngineInfo(
    name="replay",
    label="scripted replies, no model",
    rule_based=False,
    limits="Scripted replies were played back; nobody read the change.",
)
FALLBACK = "default"
_TOKENS = {"input", "cached_read", "cached_write", "output", "usd"}
_ANSWERS = ("text", "reply", "calls", "failure", "hang", "crash")
_CAPTURED = {
    *("request", "call", "model", "tool_calls", "omissions", "notes", "read", "edits", "retry_after", "everybody"),
}
_OTHER_REQUEST = "played back although the request is not the one that was captured"


class ScriptedCrashError(RuntimeError):
    """What a `crash` entry raises."""


class ReplayEngine:
    """Answers each turn from `script`: lens name to its entries."""

    def __init__(
        self, script: Mapping[str, tuple[Mapping[str, Any], ...]], clock: Clock, info: EngineInfo = INFO
    ) -> None:
        self._script = script
        self._clock = clock
        self._info = info

    @property
    def info(self) -> EngineInfo:
        """A replay is never a review by a model."""
        return self._info

    async def turn(self, request: TurnRequest) -> Turn:
        """The scripted entry for this lens, purpose and call."""
        names = _names(request)
        entries = next((found for name in names if (found := self._script.get(name))), ())
        if not entries:
            files = " and no ".join(f"{name}.json" for name in names)
            return TurnFailure(FailureKind.FINAL, f"the replay folder has no {files}")
        if "request" in entries[0]:
            return self._captured(entries, request)
        entry = entries[min(request.call, len(entries)) - 1]
        if "delay" in entry:
            await self._clock.sleep(float(entry["delay"]))
        if entry.get("hang"):
            await self._clock.sleep(float("inf"))
        if "crash" in entry:
            raise ScriptedCrashError(str(entry["crash"]))
        return self._turn(entry, request)

    def _turn(self, entry: Mapping[str, Any], request: TurnRequest) -> Turn:
        """Listed calls are calls of tools where the engine that was captured had them, otherwise the text of a reply."""
        if "calls" not in entry or self._info.tool_use is not ToolUse.NATIVE:
            return turn_of(entry, _text(entry))
        calls = [
            {"id": f"call_{request.call}_{number}", "name": one["tool"], "arguments": one.get("arguments", {})}
            for number, one in enumerate(entry["calls"], 1)
        ]
        return turn_of({**entry, "tool_calls": calls}, "")

    def _captured(self, entries: tuple[Mapping[str, Any], ...], request: TurnRequest) -> Turn:
        """What was answered to this request; where it has changed, what was answered to its call if that is one entry."""
        same_call = [entry for entry in entries if entry.get("call") == request.call]
        asked = identity_of(request)
        same = [entry for entry in same_call if entry["request"] == asked]
        if same:
            return self._turn(same[0], request)
        if len(same_call) != 1:
            return TurnFailure(FailureKind.FINAL, f"nothing was captured for call {request.call} of this request")
        turn = self._turn(same_call[0], request)
        if isinstance(turn, TurnFailure):
            return turn
        # What was read then is not what stands there now, and proves nothing about it.
        return replace(turn, notes=(*turn.notes, _OTHER_REQUEST), read=MappingProxyType({}))


def _names(request: TurnRequest) -> tuple[str, ...]:
    """Names of scripts that may answer `request`, the first one that there is. A closing pass is a review too."""
    lens, own = request.payload.lens.name, script_of(request)
    names = (own, own.replace(lens, FALLBACK, 1))
    return (*names, lens, FALLBACK) if request.payload.purpose is Purpose.CLOSING else names


def _text(entry: Mapping[str, Any]) -> str:
    if "calls" in entry:
        return json.dumps({"calls": entry["calls"]}, ensure_ascii=False)
    return str(entry["text"]) if "text" in entry else json.dumps(entry.get("reply"))


def load_replay(folder: str, clock: Clock) -> ReplayEngine:
    """Reads a replay folder. Raises NoEngineError without one and ConfigurationError for an entry it cannot use."""
    if not folder:
        raise NoEngineError(
            "the replay engine has no folder of scripted replies",
            missing=("replay.dir",),
            hint="give --replay-dir DIR or set replay.dir in the settings",
        )
    root = Path(folder)
    if not root.is_dir():
        raise NoEngineError(
            f"the replay folder {folder} does not exist",
            missing=(folder,),
            hint="create it, or name another one with --replay-dir",
        )
    script = {path.stem: _entries(path) for path in sorted(root.glob("*.json")) if path.name != MANIFEST}
    manifest = read_manifest(root)
    return ReplayEngine(script, clock, INFO if manifest is None else info_of(manifest, INFO))


def _entries(path: Path) -> tuple[Mapping[str, Any], ...]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"{path}: cannot be read as JSON: {error}") from error
    entries = data if isinstance(data, list) else [data]
    if not entries:
        raise ConfigurationError(f"{path}: the list is empty, so there is nothing to play back")
    for entry in entries:
        _check(path, entry)
    return tuple(entries)


def _check(path: Path, entry: object) -> None:
    if not isinstance(entry, dict) or sum(key in entry for key in _ANSWERS) != 1:
        raise ConfigurationError(f"{path}: each entry is an object with exactly one of {', '.join(_ANSWERS)}")
    unknown = set(entry) - {*_ANSWERS, *_CAPTURED, "detail", "delay", "usage"}
    if unknown:
        raise ConfigurationError(f"{path}: an entry has no key {', '.join(sorted(unknown))}")
    kinds = [kind.value for kind in FailureKind]
    if "failure" in entry and entry["failure"] not in kinds:
        raise ConfigurationError(f"{path}: unknown failure {entry['failure']!r}", hint=f"one of {', '.join(kinds)}")
    if entry.get("hang", True) is not True:
        raise ConfigurationError(f"{path}: hang takes true and nothing else")
    if not _is_number(entry.get("delay", 0)):
        raise ConfigurationError(f"{path}: delay takes seconds, zero or more")
    usage = entry.get("usage", {})
    if not isinstance(usage, dict) or not set(usage) <= _TOKENS or not all(map(_is_number, usage.values())):
        raise ConfigurationError(f"{path}: usage takes numbers for {', '.join(sorted(_TOKENS))}")
    _check_calls(path, entry)
    edits = entry.get("edits", [])
    if not isinstance(edits, list) or not all(map(_is_edit, edits)):
        raise ConfigurationError(f"{path}: edits takes a list of objects with {', '.join(EDIT)}")


def _check_calls(path: Path, entry: Mapping[str, Any]) -> None:
    """Arguments are an object, or a text for a call that is broken."""
    for key, needed in (("calls", {"tool"}), ("tool_calls", {"id", "name", "arguments"})):
        calls = entry.get(key, [])
        if not isinstance(calls, list) or not all(_is_call(one, needed) for one in calls):
            raise ConfigurationError(
                f"{path}: {key} takes a list of objects with {', '.join(sorted({*needed, 'arguments'}))}"
            )


def _is_call(call: object, needed: Set[str]) -> bool:
    if not isinstance(call, dict) or not needed <= set(call) <= {*needed, "arguments"}:
        return False
    texts = (call[key] for key in needed - {"arguments"})
    return all(isinstance(text, str) for text in texts) and isinstance(call.get("arguments", {}), dict | str)


def _is_edit(edit: object) -> bool:
    return isinstance(edit, dict) and set(edit) == set(EDIT) and all(isinstance(text, str) for text in edit.values())


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < float("inf")
