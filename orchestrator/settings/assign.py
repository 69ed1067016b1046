"""Settings of one command line: `key=value` in, values by dotted key out."""

import re
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
# One entry of a list in brackets with the comma behind it: in quotes, or with what stands in inner brackets whole.
_ITEM = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|((?:\[[^\[\]]*\]|[^,\[\]])*))\s*(?:,|\Z)""")


def parse_assignments(pairs: Iterable[str]) -> Mapping[str, Value]:
    """The settings that `pairs` give, each `key=value`, a later one winning.

    A value is a YAML scalar or a list in brackets, and taken literally where the setting is a text; an empty one sets
    nothing. What stands below a setting with free keys (`modes.cr.settings.max_files=3`) is put together. Raises UsageError for a pair without =,
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
    """What `text` means at `place`: what YAML reads when the setting can hold it, else the text itself.

    None for an empty text where a setting, or what a mode presets, holds no such text.
    """
    parsed = _as_yaml(text)
    if not place.schema:
        # Inside a mode: a text that only looks like something else stays a text.
        return text if place.inner[-1] in _TEXTS or not isinstance(parsed, list | dict | bool | str) else parsed
    if parsed is None:
        return None if _sets_nothing(text, place) else text
    kinds = place.schema.get("type", "string")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if "array" in kinds and not (isinstance(parsed, list) and surely_fits(parsed, place.schema)):
        listed = _in_brackets(text)
        if listed is not None and surely_fits(listed, place.schema):
            return listed
    if isinstance(parsed, str):
        return parsed
    takes_text = "string" in kinds
    return text if takes_text and not surely_fits(parsed, place.schema) and surely_fits(text, place.schema) else parsed


def _as_yaml(text: str) -> Any:
    try:
        return load_strict(text)
    except UNREADABLE:
        return text


def _sets_nothing(text: str, place: Place) -> bool:
    whole = not place.inner or bool(place.preset)
    return whole and not text.strip() and not surely_fits(text, place.schema)


def _in_brackets(text: str) -> list[str] | None:
    """The entries of a list as people write it, where YAML sees more in `*`, `!` or `#`; None for anything else."""
    whole = text.strip()
    if whole[:1] != "[" or whole[-1:] != "]" or len(whole) == 1:
        return None
    items, at, inner = list[str](), 0, whole[1:-1]
    while at < len(inner):
        found = _ITEM.match(inner, at)
        if found is None:
            return None
        items.append(next(part for part in found.groups() if part is not None).strip())
        at = found.end()
    return [item for item in items if item]


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
