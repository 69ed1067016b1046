"""Settings of one command line: `key=value` in, values by dotted key out."""

from collections.abc import Iterable, Mapping
from typing import Any

import yaml

from orchestrator.errors import ConfigurationError, UsageError
from orchestrator.settings.fits import surely_fits
from orchestrator.settings.model import Value
from orchestrator.settings.parse import MODES, check, normal
from orchestrator.settings.paths import Place, place_of
from orchestrator.strict_yaml import load_strict

SOURCE = "--set"


def parse_assignments(pairs: Iterable[str]) -> Mapping[str, Value]:
    """The settings that `pairs` give, each `key=value`, a later one winning.

    A value is a YAML scalar or a list in brackets, and taken literally where the setting is a text. What stands below
    a setting with free keys (`modes.cr.settings.max_files=3`) is put together. Raises UsageError for a pair without =,
    for a key that nobody knows, and for a value that the setting cannot hold.
    """
    raw: dict[str, Any] = {}
    for pair in pairs:
        written, equals, text = pair.partition("=")
        if not equals or not written.strip():
            raise UsageError(f"{SOURCE} {pair}: no key=value", hint=f"for example {SOURCE} max_files=10")
        place = place_of(written.strip(), SOURCE)
        _put(raw, place, read_value(text, place))
    try:
        for key, value in raw.items():
            check(key, value, SOURCE)
        return {key: normal(key, value, SOURCE) for key, value in raw.items() if value is not None}
    except ConfigurationError as error:
        raise UsageError(error.reason, hint=error.hint) from error


def read_value(text: str, place: Place) -> Any:
    """What `text` means at `place`: what YAML reads when the setting can hold it, else the text itself."""
    try:
        parsed = load_strict(text)
    except (yaml.YAMLError, ValueError):
        return text
    if parsed is None:
        return text
    if isinstance(parsed, str) or not place.schema:
        # A text of a mode that only looks like a number stays a text.
        return parsed if isinstance(parsed, str | list | dict | bool) else text
    kinds = place.schema.get("type", "string")
    takes_text = "string" in ([kinds] if isinstance(kinds, str) else kinds)
    return text if takes_text and not surely_fits(parsed, place.schema) and surely_fits(text, place.schema) else parsed


def _put(raw: dict[str, Any], place: Place, value: Any) -> None:
    if not place.inner:
        raw[place.key] = value
        return
    if place.key == MODES:
        _check_preset(place, value)
    inside = raw[place.key] if isinstance(raw.get(place.key), dict) else {}
    raw[place.key] = inside
    for name in place.inner[:-1]:
        inside[name] = inside[name] if isinstance(inside.get(name), dict) else {}
        inside = inside[name]
    inside[place.inner[-1]] = value


def _check_preset(place: Place, value: Any) -> None:
    """A mode may preset a setting only to what the setting itself can hold."""
    preset = ".".join(place.inner[2:])
    if place.schema and preset:
        try:
            check(preset, value, f"{SOURCE} {MODES}.{place.inner[0]}.settings")
        except ConfigurationError as error:
            raise UsageError(error.reason, hint=error.hint) from error
