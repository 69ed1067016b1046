"""Scripts for the replay engine in runs with a mode: one entry per turn, each a list of calls."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Call = Mapping[str, Any]
FINISH: Call = {"tool": "finish_review", "arguments": {}}


def call(tool: str, **arguments: Any) -> Call:
    """One call of a tool."""
    return {"tool": tool, "arguments": arguments}


def finding(file: str, line: object, evidence: str, **changes: Any) -> Call:
    """A finding of the mode `cr` with everything it must state."""
    stated = {
        "severity": "blocker",
        "category": "correctness",
        "file": file,
        "line": line,
        "title": "The total is the largest item",
        "problem": "max() returns one item where the sum of all is meant.",
        "impact": "Every bill of more than one item is too low.",
        "reachability": "checkout() calls total() for each cart.",
        "evidence": evidence,
    }
    return call("append_finding", **{**stated, **changes})


def turns(*entries: Sequence[Call]) -> list[dict[str, Any]]:
    """Entries of a replay folder: turn by turn what is called."""
    return [{"calls": list(calls)} for calls in entries]


def write_turns(folder: Path, mode: str, entries: Sequence[Mapping[str, Any]]) -> Path:
    """A replay folder in which `mode` answers with `entries`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{mode}.json").write_text(json.dumps(list(entries)), encoding="utf-8")
    return folder
