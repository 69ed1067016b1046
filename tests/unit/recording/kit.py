"""A mode, a change, and an engine that answers as scripted, for tests of recording."""

import json
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import anyio

from orchestrator.recording.lens import lens_of
from orchestrator.recording.loop import record
from orchestrator.recording.sitting import Recorded, Sitting
from orchestrator.recording.store import Answer, Store
from orchestrator.system.clock import FakeClock
from orchestrator.values.change import ChangedFile
from orchestrator.values.mode import Force, Mode, ModeField, ModeSeverity, SeverityTone
from orchestrator.values.turn import (
    EngineInfo,
    Omission,
    Payload,
    Reply,
    Shown,
    ToolCall,
    ToolDefinition,
    ToolUse,
    Turn,
    TurnRequest,
)
from tests.unit.findings.build import changed, hunk

MODE = Mode(
    id="cr",
    label="Code review",
    system_prompt="You review code.",
    task="Look at every line.",
    categories=("correctness", "security"),
    fields=(
        ModeField(key="problem", required=True, guide="what goes wrong"),
        ModeField(key="impact", label="Impact", required=True, guide="who is hurt"),
        ModeField(key="fix", label="Fix", guide="the smallest change"),
        ModeField(key="evidence", label="Evidence", required=True, block=True, guide="the quoted line"),
    ),
    severities=(
        ModeSeverity(
            id="blocker", label="blocker", tone=SeverityTone.ERROR, force=Force.FAIL, meaning="must not be merged"
        ),
        ModeSeverity(id="minor", label="minor", tone=SeverityTone.WARN, force=Force.WARN, meaning="mend it soon"),
        ModeSeverity(id="nit", label="nit", tone=SeverityTone.MUTED, force=Force.PASS),
    ),
)
BARE = Mode(
    id="own",
    label="Own",
    fields=(ModeField(key="problem", required=True), ModeField(key="evidence", required=True, block=True)),
    severities=(ModeSeverity(id="odd", label="odd", tone=SeverityTone.WARN, force=Force.WARN),),
)
APP = changed(
    "src/app.py",
    hunk(
        " def total(items):\n-    if not items:\n-        return 0\n+    total = items[0].price\n     return total\n \n"
        " def count(items):\n+    size = len(items) - 1\n     return size",
        old_start=1,
    ),
)
FINDING: Mapping[str, Any] = MappingProxyType(
    {
        "severity": "blocker",
        "category": "correctness",
        "file": "src/app.py",
        "line": 2,
        "title": "An empty cart crashes",
        "problem": "items[0] fails for an empty cart.",
        "impact": "Nobody can open an empty cart.",
        "evidence": "total = items[0].price",
    }
)
SECOND: Mapping[str, Any] = MappingProxyType(
    {
        **FINDING,
        "line": 6,
        "title": "One is not counted",
        "problem": "size is one too small",
        "evidence": "size = len(items) - 1",
    }
)


def payload(mode: Mode = MODE, *files: ChangedFile, omissions: tuple[Omission, ...] = ()) -> Payload:
    return Payload(lens=lens_of(mode), files=files or (APP,), has_diff=True, omissions=omissions)


def call(name: str, arguments: Mapping[str, Any] | str | None = None, number: int = 1) -> ToolCall:
    text = arguments if isinstance(arguments, str) else json.dumps(dict(arguments or {}))
    return ToolCall(f"c{number}", name, text)


def store(mode: Mode = MODE, **changes: Any) -> Store:
    return Store(mode, payload(mode, **changes))


def run(kept: Store, name: str, arguments: Mapping[str, Any] | str | None = None) -> Answer:
    return kept.run(call(name, arguments))


Step = Turn | Exception | Callable[[TurnRequest], Turn]


class ScriptedEngine:
    """An engine (seams.Engine) whose n-th call is answered with the n-th step, later ones with the last."""

    def __init__(self, *steps: Step, use: ToolUse = ToolUse.NATIVE) -> None:
        self._steps = steps
        self._info = EngineInfo(name="scripted", label="a script", rule_based=False, tool_use=use)
        self.asked: list[TurnRequest] = []

    @property
    def info(self) -> EngineInfo:
        return self._info

    async def turn(self, request: TurnRequest) -> Turn:
        self.asked.append(request)
        step = self._steps[min(len(self.asked), len(self._steps)) - 1]
        if isinstance(step, Exception):
            raise step
        return step(request) if callable(step) else step


class Shelf:
    """A library and its one reading at once (desk.Library, desk.Reading): files by path, for so many calls."""

    def __init__(self, files: Mapping[str, str], calls: int = 2) -> None:
        self._files = files
        self._left = calls
        self.shown: dict[str, Shown] = {}

    def open(self, payload: Payload) -> "Shelf":
        assert payload.files
        return self

    @property
    def offered(self) -> tuple[ToolDefinition, ...]:
        return (ToolDefinition("read_file", "Shows a file.", '{"type": "object"}'),) if self._left > 0 else ()

    @property
    def withdrawn(self) -> str:
        return "" if self._left > 0 else "no calls are left"

    async def run(self, call: ToolCall) -> str:
        if self._left <= 0:
            return "Not done: no calls are left."
        self._left -= 1
        path = json.loads(call.arguments)["path"]
        self.shown[path] = self._files[path]
        return f"{path}: {self._files[path]}"


def native(*calls: tuple[str, Any], text: str = "", **more: Any) -> Reply:
    """A reply of an engine that calls tools."""
    made = tuple(call(name, arguments, number) for number, (name, arguments) in enumerate(calls, 1))
    return Reply(text=text, tool_calls=made, **more)


def listed(*calls: tuple[str, Any] | object, **more: Any) -> Reply:
    """A reply of an engine that writes a list of calls; what is no pair stands in it as it is."""
    items: Sequence[object] = [
        {"tool": one[0], "arguments": dict(one[1] or {})} if isinstance(one, tuple) else one for one in calls
    ]
    return Reply(text=json.dumps(items), **more)


def sitting(engine: ScriptedEngine, **changes: Any) -> Sitting:
    """A review by `engine` on a clock that stands still."""
    base: dict[str, Any] = {
        "mode": MODE,
        "payload": payload(),
        "engine": engine,
        "clock": FakeClock(),
        "marker": "marker-1f2e",
        "model": "m-1",
        "seconds": 60.0,
    }
    return Sitting(**(base | changes))


def reviewed(engine: ScriptedEngine, **changes: Any) -> Recorded:
    return anyio.run(record, sitting(engine, **changes))
