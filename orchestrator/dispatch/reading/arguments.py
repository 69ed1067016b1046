"""Arguments of a tool call, as an engine wrote them; what cannot be used becomes one line that it can act on."""

import json
import posixpath
from collections.abc import Mapping
from typing import Any


class BadCallError(ValueError):
    """The call cannot be answered; the message says why, to whoever called."""


def parse(text: str) -> Mapping[str, Any]:
    """The arguments as an object; nothing at all is an empty one."""
    if not text.strip():
        return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadCallError("the arguments are not JSON") from error
    if not isinstance(value, dict):
        raise BadCallError("the arguments must be one JSON object")
    return value


def text_of(arguments: Mapping[str, Any], name: str, default: str | None = None) -> str:
    """A text argument; without `default` it must be there."""
    value = arguments.get(name)
    if value is None:
        value = default
    if not isinstance(value, str):
        raise BadCallError(f"{name} must be a text" if name in arguments else f"{name} is missing")
    return value


def number_of(arguments: Mapping[str, Any], name: str) -> int | None:
    """A line number from 1, or None when it is not given."""
    value = arguments.get(name)
    if value is None:
        return None
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        value = int(value.strip()[:9])
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise BadCallError(f"{name} must be a line number from 1")
    return value


def flag_of(arguments: Mapping[str, Any], name: str) -> bool:
    """A switch that is off unless it is given."""
    value = arguments.get(name)
    if value is None:
        return False
    if not isinstance(value, bool):
        raise BadCallError(f"{name} must be true or false")
    return value


def contained(path: str) -> str:
    """`path` in its shortest form, empty for the top level. Raises BadCallError for one that leaves the repository."""
    if "\0" in path:
        raise BadCallError("a path holds no NUL")
    if path.startswith(("/", "~")) or (path[1:2] == ":" and path[2:3] in {"/", "\\"}):
        raise BadCallError("paths are relative to the top of the repository")
    if ".." in path.replace("\\", "/").split("/"):
        raise BadCallError("a path must not contain ..")
    tidy = posixpath.normpath(path.strip()) if path.strip() else ""
    return "" if tidy == "." else tidy
