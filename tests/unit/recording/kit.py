"""A mode, a change, and an engine that answers as scripted, for tests of recording."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from orchestrator.recording.lens import lens_of
from orchestrator.recording.store import Answer, Store
from orchestrator.values.change import ChangedFile
from orchestrator.values.mode import Force, Mode, ModeField, ModeSeverity, SeverityTone
from orchestrator.values.turn import (
    Omission,
    Payload,
    ToolCall,
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
