"""Making the command-line engines ready: which program, found where, and the room it works in."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from orchestrator.engines.programs.claude import ClaudeSpeaker
from orchestrator.engines.programs.codex import CodexSpeaker
from orchestrator.engines.programs.command import CommandSpeaker
from orchestrator.engines.programs.gemini import GeminiSpeaker
from orchestrator.engines.programs.guard import WorkTreeGuard
from orchestrator.engines.programs.program import Doors, ProgramEngine, Speaker
from orchestrator.engines.programs.room import Room
from orchestrator.errors import NoEngineError
from orchestrator.seams import Clock, Engine, SourceTree
from orchestrator.settings.model import Settings
from orchestrator.wiring.outside import Outside

HINTS: Mapping[str, str] = {
    "claude": "install it with `npm install -g @anthropic-ai/claude-code`",
    "codex": "install it with `npm install -g @openai/codex`",
    "gemini": "install it with `npm install -g @google/gemini-cli`",
    "command": "put it on PATH, or name it by its whole path",
}
VARIABLES = "program_environment"
_WRITES_TO = ("capture.dir", "exchange.dir")


def speaker_of(name: str, settings: Settings) -> Speaker:
    """The program behind the engine `name`, made sure to be there.

    Raises NoEngineError for a program that is missing.
    """
    if name == "command":
        argv = settings.names("command.argv")
        if not argv:
            raise NoEngineError(
                "the engine command has no program",
                missing=("command.argv",),
                hint="set command.argv to the program and its arguments, one list item each",
            )
        label, away = settings.text("command.label"), settings.flag("command.leaves_machine")
        return CommandSpeaker((_found(name, argv[0]), *argv[1:]), label, away)
    program = _found(name, settings.text(f"{name}.program"))
    extra = settings.names(f"{name}.args")
    if name == "claude":
        return ClaudeSpeaker(program, extra)
    return CodexSpeaker(program, extra) if name == "codex" else GeminiSpeaker(program, extra)


def program_engine(speaker: Speaker, settings: Settings, clock: Clock, tree: SourceTree, outside: Outside) -> Engine:
    """The engine, in a room of its own."""
    guard = WorkTreeGuard(outside.git, _own_folders(settings, outside.git.top))
    doors = Doors(outside.process, clock, outside.environ, Room(tree, guard, outside.closing))
    return ProgramEngine(speaker, doors, passes=settings.names(VARIABLES))


def _found(name: str, program: str) -> str:
    """The absolute path of `program`: it is started in another folder."""
    found = shutil.which(program)
    if found is None:
        raise NoEngineError(
            f"the engine {name} needs the program {program}, which was not found",
            missing=(program,),
            hint=f"{HINTS[name]}, or set {name}.{'argv' if name == 'command' else 'program'}",
        )
    return str(Path(os.path.abspath(found)))  # noqa: PTH100 - resolving links would lose the name it goes by


def _own_folders(settings: Settings, top: Path) -> tuple[str, ...]:
    """Folders below `top` that this run writes to while engines are at work."""
    named = (settings.text(key) for key in _WRITES_TO)
    places = (Path(name).absolute() for name in named if name)
    return tuple(place.relative_to(top).as_posix() for place in places if place.is_relative_to(top))
