"""`code-review fixes`: what a run that was killed in the middle of fixing has left in the work tree."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from orchestrator.cli.output import print_json, print_text
from orchestrator.errors import ExitCode
from orchestrator.seams import Git
from orchestrator.system.git import GitDoor
from orchestrator.wiring.fixing.recovery import is_unfinished, keep, recover

fixes_app = typer.Typer(
    help="What a run that was killed while it fixed has left: see it, take it back, or keep it.", rich_markup_mode=None
)
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
_NOTHING = "No run was ended in the middle of fixing; there is nothing to take back."


@fixes_app.command("status")
def status(as_json: Json = False) -> int:
    """Say whether a run was ended in the middle of fixing, or is at it now; then the exit code is 1."""
    unfinished = is_unfinished(GitDoor(Path.cwd()))
    if as_json:
        print_json({"unfinished": unfinished})
    else:
        print_text(
            "A run is fixing here, or was ended in the middle of it: `code-review fixes undo` takes its changes back, "
            "`code-review fixes keep` lets them stay.\n"
            if unfinished
            else f"{_NOTHING}\n"
        )
    return ExitCode.FAIL if unfinished else ExitCode.OK


@fixes_app.command("undo")
def undo(as_json: Json = False) -> int:
    """Bring index and work tree back to what they were before the run that was killed.

    The exit code is 1 when something could not be brought back.
    """
    return _done(recover, as_json=as_json)


@fixes_app.command("keep")
def keep_them(as_json: Json = False) -> int:
    """Let everything stay as the run that was killed has left it."""
    return _done(keep, as_json=as_json)


def _done(act: Callable[[Git], list[str]], *, as_json: bool) -> int:
    lines = act(GitDoor(Path.cwd()))
    if as_json:
        print_json({"lines": lines})
    else:
        print_text("".join(f"{line}\n" for line in lines or [_NOTHING]))
    return ExitCode.FAIL if len(lines) > 1 else ExitCode.OK
