"""Saving a run so that it can be played back without its engine: a wrapper around any engine."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import anyio

from orchestrator.engines.request import identity_of, script_of
from orchestrator.engines.script import entry_of
from orchestrator.errors import ConfigurationError, StateError, UsageError
from orchestrator.seams import Clock, Engine
from orchestrator.system.files import write_atomic
from orchestrator.values.turn import EngineInfo, FailureKind, ToolUse, Turn, TurnFailure, TurnRequest

MANIFEST = "manifest.json"
SCHEMA = "code-review-capture/1"
_SLACK = 0.5


class CaptureFolder:
    """The folder `root`, which the replay engine reads: one file per lens and purpose, and a manifest of calls."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.begun = False
        self._entries: dict[str, list[dict[str, Any]]] = {}

    def begin(self, info: EngineInfo) -> None:
        """Empties the folder of an earlier capture. Raises UsageError when it holds anything else."""
        earlier = read_manifest(self.root)
        if earlier is None and self.root.is_dir() and any(self.root.iterdir()):
            raise UsageError(f"{self.root} holds something that is no capture", hint="name an empty or a new folder")
        if earlier is None and (self.root.exists() or self.root.is_symlink()) and not self.root.is_dir():
            raise UsageError(f"{self.root} is no folder")
        for lens in {str(call.get("lens")) for call in (earlier or {}).get("calls", ())}:
            if "/" not in lens:
                (self.root / f"{lens}.json").unlink(missing_ok=True)
        self._info = info
        self._save(None)
        self.begun = True

    def add(self, request: TurnRequest, turn: Turn) -> None:
        """Saves what `request` was answered. Raises StateError."""
        lens = script_of(request)
        entries = self._entries.setdefault(lens, [])
        entries.append({"call": request.call, "request": identity_of(request), **entry_of(turn)})
        entries.sort(key=lambda entry: (entry["call"], entry["request"]))
        self._save(lens)

    def _save(self, lens: str | None) -> None:
        if lens is not None:
            _write(self.root / f"{lens}.json", self._entries[lens])
        calls = [
            {"lens": name, **{key: entry[key] for key in ("call", "request")}, "ended": entry.get("failure", "reply")}
            for name, entries in sorted(self._entries.items())
            for entry in entries
        ]
        _write(self.root / MANIFEST, {"schema": SCHEMA, "engine": asdict(self._info), "calls": calls})


class CapturingEngine:
    """Asks `engine` and saves what it said (seams.Engine). Delays are not saved."""

    def __init__(self, engine: Engine, folder: CaptureFolder, clock: Clock, seconds: float) -> None:
        """`seconds` is the time of one attempt, which ends a call from outside."""
        self._engine = engine
        self._folder = folder
        self._clock = clock
        self._seconds = seconds

    @property
    def info(self) -> EngineInfo:
        """The wrapped engine's."""
        return self._engine.info

    async def turn(self, request: TurnRequest) -> Turn:
        """The answer of the wrapped engine."""
        started = self._clock.monotonic()
        try:
            turn = await self._engine.turn(request)
        except anyio.get_cancelled_exc_class():
            # Ended by the clock it is an outcome; ended by a person it is none.
            if self._clock.monotonic() - started >= request.seconds - _SLACK:
                self._folder.add(request, TurnFailure(FailureKind.TIMEOUT, f"no answer within {self._seconds:g} s"))
            raise
        # Saved and raised again: an engine may break in any way, and playing it back has to break likewise.
        except Exception as error:
            self._folder.add(request, TurnFailure(FailureKind.CRASH, f"{type(error).__name__}: {error}"))
            raise
        self._folder.add(request, turn)
        return turn


def read_manifest(folder: Path) -> Mapping[str, Any] | None:
    """The manifest of a captured run, None where there is none."""
    with suppress(OSError, ValueError):
        data = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if isinstance(data, dict) and data.get("schema") == SCHEMA:
            return data
    return None


def info_of(manifest: Mapping[str, Any], player: EngineInfo) -> EngineInfo:
    """`player` with the abilities of the engine that was captured, so that it is asked in the same way.

    Raises ConfigurationError for a manifest of another version.
    """
    try:
        captured = EngineInfo(**{**manifest["engine"], "tool_use": ToolUse(manifest["engine"]["tool_use"])})
        captured = replace(captured, efforts=tuple(captured.efforts))
    except (KeyError, TypeError, ValueError) as error:
        raise ConfigurationError(f"{MANIFEST} does not describe the engine that was captured: {error}") from error
    label = f"played back, recorded from {captured.name} ({captured.label})"
    return replace(captured, name=player.name, label=label, limits=player.limits, paid=player.paid)


def _write(place: Path, value: object) -> None:
    try:
        write_atomic(place, (json.dumps(value, indent=1, sort_keys=True) + "\n").encode("ascii"))
    except OSError as error:
        raise StateError(f"{place} cannot be written: {error.strerror}") from error
