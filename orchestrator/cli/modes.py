"""`code-review modes`: which single reviewers there are, what each of them decides, and whether their entries are sound."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from orchestrator.cli.mode_text import mode_object, mode_text
from orchestrator.cli.opened import opened, put_right, tell
from orchestrator.cli.options import Trust
from orchestrator.cli.output import print_json, print_text
from orchestrator.errors import ExitCode, RepositoryError, UsageError
from orchestrator.modes.load import BUILT_IN, Modes
from orchestrator.modes.presets import MODE_SETTINGS, mode_layer
from orchestrator.modes.resolve import PANEL_DESCRIPTION, find, resolve
from orchestrator.redaction import redact
from orchestrator.settings.model import Settings, preset
from orchestrator.system.git import GitDoor
from orchestrator.values.mode import PANEL
from orchestrator.wiring.chosen import chosen_mode
from orchestrator.wiring.modes import modes_of
from orchestrator.wiring.session import Session, settings_of_user

modes_app = typer.Typer(
    help="List, show and check the modes of a single reviewer.", rich_markup_mode=None, invoke_without_command=True
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Where = Annotated[Trust | None, typer.Option("--trust", help="Where the modes of the project are read from.")]


@modes_app.callback()
def modes(context: typer.Context, as_json: Json = False, trust: Where = None) -> int:
    """List the modes; the commands show more."""
    return list_modes(as_json, trust) if context.invoked_subcommand is None else ExitCode.OK


@modes_app.command("list")
def list_modes(as_json: Json = False, trust: Where = None) -> int:
    """Print every mode that `--mode` can name, and those that are switched off."""
    modes = modes_of(_here(trust).settings)
    tell(put_right(modes))
    rows = [_panel(), *({key: mode_object(mode)[key] for key in _panel()} for mode in modes.modes)]
    if as_json:
        print_json(rows)
    else:
        print_text(_table(modes))
    return ExitCode.OK


@modes_app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="Id or alias of the mode.")], as_json: Json = False, trust: Where = None
) -> int:
    """Print everything that one mode decides."""
    here = _here(trust)
    settings = here.settings
    modes = modes_of(settings)
    if name == PANEL:
        raise UsageError(f"{PANEL} is no mode but {PANEL_DESCRIPTION}", hint="see `code-review lenses list`")
    _say(modes.about(name))
    mode = chosen_mode(here.session, modes, name, find) if here.session else find(modes, name)
    if mode.id != name:
        _say(modes.about(mode.id))
    in_force = preset(settings, mode_layer(mode))
    if as_json:
        effective = {key: {"value": in_force.values[key], "source": in_force.sources[key]} for key in MODE_SETTINGS}
        print_json({**mode_object(mode), "effective": effective})
    else:
        print_text(mode_text(mode))
    return ExitCode.OK


@modes_app.command("check")
def check(as_json: Json = False) -> int:
    """Check the modes as the files lie in the work tree; 2 when something had to be put right."""
    # Imported late: it brings in the engines.
    from orchestrator.wiring.soundness import preset_faults  # noqa: PLC0415

    settings = _here(Trust.WORKTREE).settings
    modes = modes_of(settings)
    found = (*modes.warnings, *preset_faults(modes, settings), *_standing(settings, modes))
    warnings = [redact(warning)[0] for warning in found]
    if as_json:
        print_json({"modes": [mode.id for mode in modes.modes], "warnings": warnings})
    else:
        print_text(
            "".join(f"{warning}\n" for warning in warnings) or f"{len(modes.modes)} modes, nothing to put right.\n"
        )
    return ExitCode.USAGE if warnings else ExitCode.OK


def _standing(settings: Settings, modes: Modes) -> list[str]:
    """What is wrong with the mode of runs that name none."""
    name = settings.text("mode")
    try:
        if name != PANEL:
            resolve(modes, name)
    except UsageError as error:
        return [f"{settings.sources['mode']}: mode: {error.reason}"]
    return []


class _Here(NamedTuple):
    """The settings in force, and the session they are from: none outside a repository."""

    settings: Settings
    session: Session | None


def _here(trust: Trust | None) -> _Here:
    """The settings in force here; those of the user alone outside a repository, which is said."""
    here = Path.cwd()
    try:
        GitDoor(here).top  # noqa: B018 - asking for it is the question
    except RepositoryError as error:
        _say([f"{error.reason}; only your own settings are read"])
        return _Here(settings_of_user(), None)
    session = opened({"trust": trust.value} if trust else {}, completes=False)
    return _Here(session.settings, session)


def _panel() -> dict[str, object]:
    return {
        "id": PANEL,
        "label": "Panel",
        "aliases": [],
        "enabled": True,
        "description": PANEL_DESCRIPTION,
        "source": BUILT_IN,
    }


def _table(modes: Modes) -> str:
    rows = [(PANEL, "", PANEL_DESCRIPTION, "")]
    rows += [
        (mode.id, ", ".join(mode.aliases), mode.description or mode.label, "" if mode.enabled else " (switched off)")
        for mode in modes.modes
    ]
    first, second = (max(len(row[column]) for row in rows) for column in range(2))
    return "".join(f"{row[0]:<{first}}  {row[1]:<{second}}  {row[2]}{row[3]}\n" for row in rows)


def _say(warnings: Iterable[str]) -> None:
    sys.stderr.write("".join(f"warning: {redact(warning)[0]}\n" for warning in warnings))
