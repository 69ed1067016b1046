"""Paths that a person typed, as paths of the repository."""

import posixpath
from collections.abc import Iterable, Sequence
from pathlib import Path

from orchestrator.errors import UsageError


def inside(given: Sequence[str], cwd: Path, top: Path) -> tuple[str, ...]:
    """`given` (relative to `cwd`, or absolute) relative to `top`, each once; `""` is the top level itself.

    Names are compared as written, links are not resolved. UsageError for an empty path and one outside of `top`.
    """
    return tuple(dict.fromkeys(_inside(path, cwd, top.as_posix().rstrip("/")) for path in given))


def covers(named: str, path: str) -> bool:
    """True when `path` is `named` or lies below it."""
    return named in {"", path} or path.startswith(f"{named}/")


def first_unknown(named: Iterable[str], known: Iterable[str]) -> str | None:
    """The first of `named` that covers none of the `known` paths."""
    listed = tuple(known)
    return next((name for name in named if not any(covers(name, path) for path in listed)), None)


def no_such_path(path: str) -> UsageError:
    """The error for a path where nothing lies."""
    return UsageError(f"there is no file at or under {path or '.'!r}", hint="paths are relative to the current folder")


def _inside(path: str, cwd: Path, top: str) -> str:
    if not path or "\0" in path:
        raise UsageError("an empty path names nothing", hint="use --path . for the current folder")
    whole = posixpath.normpath(posixpath.join(cwd.as_posix(), path))
    if not covers(top, whole):
        raise UsageError(f"{path!r} is outside of the repository", hint=f"its top level is {top}")
    return whole.removeprefix(top).lstrip("/")
