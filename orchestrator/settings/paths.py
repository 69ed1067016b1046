"""A dotted key as somebody types it: which setting it belongs to, and which place inside a setting with free keys."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from orchestrator.errors import UsageError
from orchestrator.settings.aliases import canonical, snake
from orchestrator.settings.parse import MODE_SETTINGS, MODES, groups, known_keys, unknown_key


@dataclass(frozen=True, slots=True)
class Place:
    """`key` is the known setting, `inner` the names below it; `schema` is that of the value there, empty when free.

    What a mode presets is one name, dots and all.
    """

    key: str
    inner: tuple[str, ...]
    schema: Mapping[str, Any]

    @property
    def preset(self) -> str:
        """The setting that a mode presets here; empty when that is not what this place is for."""
        return self.inner[2] if self.key == MODES and self.inner[1:2] == (MODE_SETTINGS,) and self.inner[2:] else ""


def place_of(written: str, source: str) -> Place:
    """Where `written` leads, in any spelling. Raises UsageError for what leads nowhere or to a group of settings."""
    parts = written.split(".")
    whole = canonical(written)
    if whole in known_keys():
        return Place(whole, (), known_keys()[whole])
    if whole in groups():
        inside = [key for key in known_keys() if key.startswith(f"{whole}.")]
        raise UsageError(f"{source}: {written} is a group of settings", hint=f"give one of {', '.join(inside[:6])}")
    for count in range(len(parts) - 1, 0, -1):
        key = canonical(".".join(parts[:count]))
        schema = known_keys().get(key, {})
        if "additionalProperties" in schema and all(parts):
            return _inside(key, parts[count:], schema["additionalProperties"], source)
    raise _unknown(written, source)


def _inside(key: str, rest: list[str], schema: Mapping[str, Any], source: str) -> Place:
    if key == MODES:
        return _in_mode(rest, schema, source)
    # Ids of models hold dots, so only what is known to stand at the end is taken off.
    known = schema.get("properties", {})
    if len(rest) > 1 and rest[-1] in known:
        return Place(key, (".".join(rest[:-1]), rest[-1]), known[rest[-1]])
    return Place(key, (".".join(rest),), schema)


def _in_mode(rest: list[str], schema: Mapping[str, Any], source: str) -> Place:
    mode, names = rest[0], [snake(name) for name in rest[1:]]
    if not names:
        return Place(MODES, (mode,), schema)
    if names[0] == MODE_SETTINGS and len(names) > 1:
        preset = canonical(".".join(names[1:]))
        if preset not in known_keys():
            raise _unknown(".".join(rest[2:]), f"{source}: {MODES}.{mode}.{MODE_SETTINGS}")
        return Place(MODES, (mode, MODE_SETTINGS, preset), known_keys()[preset])
    return Place(MODES, (mode, *names), {})


def _unknown(written: str, source: str) -> UsageError:
    error = unknown_key(written, source)
    return UsageError(error.reason, hint=error.hint)
