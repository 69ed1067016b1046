"""Settings of one command line: `key=value` in, values by dotted key out."""

from collections.abc import Iterable, Mapping
from typing import Any

from orchestrator.errors import ConfigurationError, UsageError
from orchestrator.settings.fits import surely_fits
from orchestrator.settings.model import Value
from orchestrator.settings.parse import MODES, UNREADABLE, check, normal
from orchestrator.settings.paths import Place, place_of
from orchestrator.strict_yaml import load_strict

SOURCE = "--set"
_TEXTS = frozenset({"label", "description", "system_prompt", "task"})


def parse_assignments(pairs: Iterable[str]) -> Mapping[str, Value]:
    """The settings that `pairs` give, each `key=value`, a later one winning.

    A value is a YAML scalar or a list in brackets, and taken literally where the setting is a text. What stands below
    a setting with free keys (`modes.cr.settings.max_files=3`) is put together. Raises UsageError for a pair without =,
    for a key that nobody knows, and for a value that the setting cannot hold.
    """
    raw: dict[str, Any] = {}
    places: list[tuple[Place, str]] = []
    for pair in pairs:
        written, equals, text = pair.partition("=")
        if not equals or not written.strip():
            raise UsageError(f"{SOURCE} {pair}: no key=value", hint=f"for example {SOURCE} max_files=10")
        places.append((place_of(written.strip(), SOURCE), text))
    try:
        for place, text in places:
            value = read_value(text, place)
            check_preset(place, value, SOURCE)
            put(raw, place, value)
        for key, value in raw.items():
            check(key, value, SOURCE)
        return {key: normal(key, value, SOURCE) for key, value in raw.items() if value is not None}
    except ConfigurationError as error:
        raise UsageError(error.reason, hint=error.hint) from error


def read_value(text: str, place: Place) -> Any:
    """What `text` means at `place`: what YAML reads when the setting can hold it, else the text itself."""
    try:
        parsed = load_strict(text)
    except UNREADABLE:
        return text
    if parsed is None:
        return text
    if isinstance(parsed, str):
        return parsed
    if not place.schema:
        # Inside a mode: a text that only looks like something else stays a text.
        return text if place.inner[-1] in _TEXTS or not isinstance(parsed, list | dict | bool) else parsed
    kinds = place.schema.get("type", "string")
    takes_text = "string" in ([kinds] if isinstance(kinds, str) else kinds)
    return text if takes_text and not surely_fits(parsed, place.schema) and surely_fits(text, place.schema) else parsed


def put(values: dict[str, Any], place: Place, value: Any) -> None:
    """Sets `value` at `place` in `values`, which holds what YAML reads by dotted key."""
    *above, last = (place.key, *place.inner)
    for name in above:
        values[name] = values[name] if isinstance(values.get(name), dict) else {}
        values = values[name]
    values[last] = value


def check_preset(place: Place, value: Any, source: str) -> None:
    """Raises ConfigurationError when a mode presets what the setting itself cannot hold."""
    if place.preset:
        check(place.preset, value, f"{source} {MODES}.{place.inner[0]}.settings")
