"""One turn of a command-line engine: start it in its folder, read what it printed, prove that it wrote nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from orchestrator.engines.programs.environment import child_environment
from orchestrator.engines.programs.room import PrivateFiles, Room, Visit
from orchestrator.seams import Clock, Finished, Process
from orchestrator.values.turn import EngineInfo, FailureKind, Reply, Turn, TurnFailure, TurnRequest

MAX_NAMED = 5
_NAMED_FILE = re.compile(r'"file"\s*:\s*"((?:[^"\\]|\\.){1,400})"')


@dataclass(frozen=True, slots=True)
class Start:
    """How a program is started: `stdin` carries the prompt, `variables` are set for it beyond the allowed ones."""

    argv: tuple[str, ...]
    stdin: str
    variables: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    notes: tuple[str, ...] = ()


class Speaker(Protocol):
    """Knows the language of one program."""

    @property
    def info(self) -> EngineInfo:
        """The engine as reports name it."""
        ...

    @property
    def passes(self) -> tuple[str, ...]:
        """Names of environment variables it needs; a trailing `*` means a family."""
        ...

    def start(self, request: TurnRequest, files: PrivateFiles) -> Start:
        """How to ask `request`; what does not go by standard input is written to `files`."""
        ...

    def read(self, request: TurnRequest, done: Finished) -> Turn:
        """What the program said. Never raises for what it printed."""
        ...


@dataclass(frozen=True, slots=True)
class Doors:
    """The outside of a command-line engine."""

    process: Process
    clock: Clock
    environ: Mapping[str, str]
    room: Room


class ProgramEngine:
    """A seams.Engine that asks another program, one start for each turn."""

    def __init__(self, speaker: Speaker, doors: Doors, *, passes: tuple[str, ...] = ()) -> None:
        """`passes` are further variables that the settings let through."""
        self._speaker = speaker
        self._doors = doors
        self._passes = (*speaker.passes, *passes)

    @property
    def info(self) -> EngineInfo:
        """What the program is."""
        return self._speaker.info

    async def turn(self, request: TurnRequest) -> Turn:
        """One start. Whatever it printed, a changed file makes it a failure."""
        until = self._doors.clock.monotonic() + request.seconds
        if request.payload.writes:
            return await self._work(request, until)
        room = self._doors.room
        visit = await room.enter(frozenset(file.path for file in request.payload.files))
        turn = await self._ask(request, visit.snapshot.root, until)
        changed = await room.leave(visit)
        if changed:
            return _tampered(self.info.name, changed, turn)
        return _with_texts(turn, visit) if isinstance(turn, Reply) else turn

    async def _work(self, request: TurnRequest, until: float) -> Turn:
        """One start in a folder of its own that it may change; what it changed comes back with its reply."""
        room = self._doors.room
        shop = await room.lend(frozenset(file.path for file in request.payload.files))
        turn: Turn = TurnFailure(FailureKind.CRASH, "it was broken off")
        try:
            turn = await self._ask(request, shop.visit.snapshot.root, until)
        finally:
            work = await room.take_back(shop)
        if work.outside:
            return _tampered(self.info.name, work.outside, turn)
        return replace(turn, edits=work.edits) if isinstance(turn, Reply) else turn

    async def _ask(self, request: TurnRequest, place: Path, until: float) -> Turn:
        # Our limit ends a little before the dispatcher's, so that there is time to look at what was left behind.
        left = until - self._doors.clock.monotonic()
        seconds = left - min(2.0, left * 0.1)
        name = self.info.name
        if seconds <= 0:
            return TurnFailure(FailureKind.TIMEOUT, f"no time was left to start {name}")
        with PrivateFiles() as files:
            start = self._speaker.start(request, files)
            env = child_environment(self._doors.environ, self._passes, start.variables, str(files.folder))
            stdin = start.stdin.encode("utf-8", "replace")
            try:
                done = await self._doors.process.run(start.argv, cwd=place, env=env, stdin=stdin, seconds=seconds)
            except TimeoutError:
                return TurnFailure(FailureKind.TIMEOUT, f"{name} did not end within {seconds:.3g} s and was killed")
            except FileNotFoundError as error:
                detail = f"{start.argv[0]} cannot be started: {error.strerror or error}"
                return TurnFailure(FailureKind.FINAL, detail, everybody=True)
            turn = self._speaker.read(request, done)
        return replace(turn, notes=(*start.notes, *turn.notes)) if isinstance(turn, Reply) else turn


def _tampered(name: str, changed: tuple[str, ...], turn: Turn) -> TurnFailure:
    shown = ", ".join(changed[:MAX_NAMED])
    more = f" and {len(changed) - MAX_NAMED} more" if len(changed) > MAX_NAMED else ""
    detail = f"files changed while {name} was at work, and nothing was put back: {shown}{more}"
    return TurnFailure(FailureKind.TAMPERED, detail, usage=turn.usage)


def _with_texts(reply: Reply, visit: Visit) -> Reply:
    """`reply` with the texts of the files it names: what an agent may have read by itself counts as shown to it."""
    named = {found[1] for found in _NAMED_FILE.finditer(reply.text)}
    texts = {path: text for path in sorted(named) if (text := visit.snapshot.text(path)) is not None}
    return replace(reply, read=MappingProxyType(texts)) if texts else reply
