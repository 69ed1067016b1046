"""The user's settings file: read, made when there is none, and completed with what a release adds."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchestrator.errors import CodeReviewError, ConfigurationError, StateError
from orchestrator.settings.complete import complete, missing
from orchestrator.settings.model import Layer
from orchestrator.settings.parse import UNREADABLE, layer_of, not_yaml
from orchestrator.settings.template import new_file
from orchestrator.strict_yaml import load_fast
from orchestrator.system.cache import private_folder
from orchestrator.system.files import locked
from orchestrator.system.own_file import create_file, replace_file
from orchestrator.wiring.modes import built_in_modes
from orchestrator.wiring.places import settings_file, state_folder

_LOCK = "settings.lock"
_PATIENCE = 2.0


@dataclass(frozen=True, slots=True)
class UserSettings:
    """What the user's file says. `said` is for the person at the terminal, `noted` for the run log alone."""

    path: Path
    layer: Layer
    said: tuple[str, ...] = ()
    noted: tuple[str, ...] = ()


def load_user_settings(
    *, completes: bool, tree: Path | None = None, environ: Mapping[str, str] | None = None
) -> UserSettings:
    """Reads the user's settings; `completes` makes the file when it is missing and adds keys that it lacks.

    Nothing is written into the work tree `tree`. A file that cannot be parsed is reported and left, and sets nothing;
    not being able to write is only noted. Raises ConfigurationError for two files, one that cannot be read, and a value
    that no setting can hold.
    """
    path = settings_file(environ)
    if path.name == "config.yaml" and path.exists() and path.with_suffix(".json").exists():
        raise ConfigurationError(f"both {path} and {path.with_suffix('.json')} exist", hint="keep one of them")
    read = _read(path)
    inside = tree is not None and path.resolve().is_relative_to(tree.resolve())
    if read is None:
        return _made(path, environ) if completes and not inside else UserSettings(path, Layer(str(path), {}))
    found, values = _parsed(path, read)
    if found.said or not completes:
        return found
    if inside:
        return _noting(found, "it lies in the work tree and is not completed")
    return _completed(found, _decoded(path, read), values, environ)


def text_of(path: Path) -> str | None:
    """The text of a settings file as it stands, or None without one. Raises ConfigurationError."""
    data = _read(path)
    return None if data is None else _decoded(path, data)


def write_settings(path: Path, before: str | None, after: str, environ: Mapping[str, str] | None = None) -> None:
    """Writes a settings file that held `before` (None for no file).

    Raises StateError when it cannot be written or was changed meanwhile.
    """
    folder = state_folder(environ)
    private_folder(folder)
    with locked(folder / _LOCK, _PATIENCE):
        done = (
            create_file(path, after.encode("utf-8"))
            if before is None
            else replace_file(path, before.encode("utf-8"), after.encode("utf-8"))
        )
    if not done:
        raise StateError(f"{path} was changed by somebody else meanwhile", hint="try again")


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        if path.is_symlink():
            raise ConfigurationError(f"{path}: cannot be read: the link leads nowhere") from None
        return None
    except OSError as error:
        raise ConfigurationError(f"{path}: cannot be read: {error}") from error


def _decoded(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{path}: cannot be read: {error}") from error


def _parsed(path: Path, data: bytes) -> tuple[UserSettings, Mapping[Any, Any]]:
    """What the file says, and the values in it as YAML reads them."""
    try:
        values = load_fast(_decoded(path, data))
    except UNREADABLE as error:
        said = f"{not_yaml(error, str(path))}; the file is left as it is, and the defaults of this release are used"
        return UserSettings(path, Layer(str(path), {}), said=(said,)), {}
    return UserSettings(path, layer_of(values, str(path))), values or {}


def _made(path: Path, environ: Mapping[str, str] | None) -> UserSettings:
    text = new_file(built_in_modes())
    try:
        write_settings(path, None, text, environ)
    except CodeReviewError as error:
        return UserSettings(path, Layer(str(path), {}), noted=(f"{path} was not made: {error.reason}",))
    return _noting(_parsed(path, text.encode("utf-8"))[0], "was made, with the defaults of this release")


def _completed(
    found: UserSettings, text: str, values: Mapping[Any, Any], environ: Mapping[str, str] | None
) -> UserSettings:
    modes = built_in_modes()
    if not missing(values, modes):
        return found
    done = complete(text, modes)
    if done.added:
        try:
            write_settings(found.path, text, done.text, environ)
            found = _noting(
                _parsed(found.path, done.text.encode("utf-8"))[0], f"was completed with {', '.join(done.added)}"
            )
        except CodeReviewError as error:
            return _noting(found, f"was not completed: {error.reason}")
    if not done.refused:
        return found
    left = f"{found.path} lacks settings of this release and is not completed: {done.refused}"
    if done.by_style:
        return UserSettings(found.path, found.layer, found.said, (*found.noted, left))
    return UserSettings(found.path, found.layer, (*found.said, left), found.noted)


def _noting(found: UserSettings, text: str) -> UserSettings:
    return UserSettings(found.path, found.layer, found.said, (*found.noted, f"{found.path}: {text}"))
