"""`code-review config set`: one value of a settings file, changed where it stands."""

from pathlib import Path
from typing import Annotated

import typer

from orchestrator.cli.config_judge import Changed, judged
from orchestrator.cli.opened import tell
from orchestrator.cli.output import print_json, print_text
from orchestrator.errors import ConfigurationError, ExitCode, UsageError
from orchestrator.modes.part import plain
from orchestrator.scope.policy_files import SETTINGS_FILES
from orchestrator.settings.assign import read_value
from orchestrator.settings.edit import set_value, unset_value
from orchestrator.settings.paths import Place, place_of
from orchestrator.settings.template import new_file
from orchestrator.system.git import GitDoor
from orchestrator.wiring.modes import built_in_modes
from orchestrator.wiring.session import user_settings_path
from orchestrator.wiring.shown import masked
from orchestrator.wiring.user_settings import text_of, write_settings

Key = Annotated[str | None, typer.Argument(metavar="KEY", help="Dotted key, such as budget.usd.")]
Given = Annotated[str | None, typer.Argument(metavar="VALUE", help="A text, a number, true, false, [a, b] or {a: b}.")]
Project = Annotated[bool, typer.Option("--project", help="The settings of this project instead of your own.")]
Unset = Annotated[str | None, typer.Option("--unset", metavar="KEY", help="Take KEY out of the file.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
_SOURCE = "config set"


def set_setting(
    key: Key = None, value: Given = None, unset: Unset = None, project: Project = False, as_json: Json = False
) -> int:
    """Change one value of a settings file; everything else in it stays as it is."""
    if unset is not None and (key is not None or value is not None):
        raise UsageError("--unset takes a key and nothing is set with it", hint="code-review config set --unset KEY")
    place = place_of(unset or key or "", _SOURCE) if unset or key else None
    if place is None or (unset is None and value is None):
        raise UsageError("config set needs a key and a value", hint="code-review config set max_files 10")
    path = _project_file() if project else user_settings_path()
    _refuse_two(path)
    before = text_of(path)
    after = _changed(before, path, place, value, project=project)
    if after is not None and value is not None:
        tell(judged(Changed(after, path, place, project=project)))
    if after is not None and after != before:
        write_settings(path, before, after)
    if as_json:
        print_json(
            {"path": str(path), "key": ".".join((place.key, *place.inner)), "changed": after not in {None, before}}
        )
    else:
        print_text(_said(path, place, value, found=after is not None))
    return ExitCode.OK


def _changed(before: str | None, path: Path, place: Place, value: str | None, *, project: bool) -> str | None:
    """The new text; None when the key to take out is not in the file."""
    text = before if before is not None else "" if project else new_file(built_in_modes())
    if value is not None:
        return set_value(text, place, read_value(value, place), str(path))
    return None if before is None else unset_value(text, place, str(path))


def _said(path: Path, place: Place, value: str | None, *, found: bool) -> str:
    key = ".".join((place.key, *place.inner))
    if value is None:
        return f"{key} taken out of {path}\n" if found else f"{key} is not set in {path}\n"
    return f"{key} = {masked(place.key, plain(value))} in {path}\n"


def _project_file() -> Path:
    top = GitDoor(Path.cwd()).top
    found = [top / name for name in SETTINGS_FILES if (top / name).exists()]
    if (top / SETTINGS_FILES[0]).parent.is_symlink():
        raise ConfigurationError(
            f"{(top / SETTINGS_FILES[0]).parent} is a symbolic link", hint="replace it by a folder"
        )
    return found[0] if found else top / SETTINGS_FILES[0]


def _refuse_two(path: Path) -> None:
    other = path.with_suffix(".json" if path.suffix == ".yaml" else ".yaml")
    if path.exists() and other.exists():
        raise ConfigurationError(f"both {path} and {other} exist", hint="keep one of them")
