"""Reading one settings file: YAML or JSON text in, one layer out. The schema is the only list of keys."""

import difflib
import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import yaml

from orchestrator.errors import ConfigurationError
from orchestrator.schemas import load_schema
from orchestrator.settings.aliases import OLD_GROUPS, canonical, snake
from orchestrator.settings.fits import surely_fits
from orchestrator.settings.model import DEFAULTS, Layer, Value
from orchestrator.strict_yaml import load_strict

MODES, MODE_SETTINGS, PATTERNS = "modes", "settings", "ignored"
UNREADABLE = (yaml.YAMLError, ValueError, RecursionError)
"""What reading a text as YAML may raise: a date like 2024-99-99 is a ValueError, ten thousand brackets are the last."""
_BETWEEN_PATTERNS = re.compile(r"[,\r\n]+")


@cache
def known_keys() -> Mapping[str, Mapping[str, Any]]:
    """Dotted key to its schema, in the order of the schema file."""
    return MappingProxyType(dict(_walk(load_schema("settings"), "")))


@cache
def groups() -> frozenset[str]:
    """Dotted names under which keys stand: `budget`, `anthropic.models`; those of earlier releases too."""
    parts = (key.split(".")[:-1] for key in known_keys())
    return OLD_GROUPS | {".".join(part[: count + 1]) for part in parts for count in range(len(part))}


def default_layer() -> Layer:
    """The release defaults, taken from the schema."""
    return Layer(DEFAULTS, {key: freeze(schema["default"]) for key, schema in known_keys().items()})


def parse_layer(text: str, source: str) -> Layer:
    """Parses a settings file.

    Raises ConfigurationError naming the file and the key: not YAML, not a mapping, an unknown key (with the nearest
    known one), one key in two spellings, a value of the wrong kind.
    """
    try:
        data = load_strict(text)
    except UNREADABLE as error:
        raise ConfigurationError(not_yaml(error, source)) from error
    return layer_of(data, source)


def not_yaml(error: BaseException, source: str) -> str:
    """What to say of a text that cannot be parsed."""
    place = getattr(error, "problem_mark", None)
    where = f"{source}:{place.line + 1}" if place else source
    return f"{where}: not valid YAML: {getattr(error, 'problem', None) or error}"


def layer_of(data: object, source: str) -> Layer:
    """The layer of a file that holds `data`; raises as `parse_layer`. Ids of modes stay as YAML reads them."""
    if data is None:
        return Layer(source, {})
    if not isinstance(data, dict):
        raise ConfigurationError(f"{source}: settings must be a mapping of keys to values")
    found: dict[str, Value] = {}
    for key, value in flatten(data, source).items():
        # What is wrong with one mode is said where modes are read, and costs that mode alone.
        if not (key == MODES and isinstance(value, dict)):
            check(key, value, source)
        if value is not None:
            found[key] = normal(key, value, source)
    return Layer(source, found)


def flatten(data: Mapping[Any, Any], source: str) -> Mapping[str, Any]:
    """The values of `data` by dotted key, known ones in the spelling of the program.

    Raises ConfigurationError for a key that nobody knows and for one that is given in two spellings.
    """
    found: dict[str, Any] = {}
    spelled: dict[str, str] = {}
    for written, value in leaves(data):
        key = canonical(written)
        if key not in known_keys():
            raise unknown_key(written, source)
        if key in found:
            raise ConfigurationError(
                f"{source}: {spelled[key]} and {written} are the same setting", hint=f"keep one of them, best {key}"
            )
        found[key], spelled[key] = value, written
    return found


def unknown_key(written: str, source: str) -> ConfigurationError:
    """The error for a key that nobody knows, with the nearest known one."""
    near = difflib.get_close_matches(canonical(written), known_keys(), n=1)
    hint = f"did you mean {near[0]}?" if near else "see `code-review config keys` for the known keys"
    return ConfigurationError(f"{source}: unknown key {written}", hint=hint)


def check(key: str, value: Any, source: str) -> None:
    """Raises ConfigurationError when the known `key` cannot hold `value`, a value as YAML reads it."""
    schema = known_keys()[key]
    value = _word(value, schema)
    if value is None or _surely_holds(value, key, source, schema):
        return
    # Imported late: jsonschema costs more than everything else here and most values need no more than a look.
    import jsonschema  # noqa: PLC0415

    problem = next(iter(jsonschema.Draft202012Validator(schema).iter_errors(value)), None)
    if problem is not None:
        # What does not fit a pattern may be a key that was put where its name belongs: it is not printed.
        form = problem.schema.get("x-form") or f"is not of the form {problem.validator_value}"
        said = form if problem.validator == "pattern" else problem.message
        raise ConfigurationError(f"{source}: {key}: {said}", hint=str(schema.get("description", "")))


def normal(key: str, value: Any, source: str) -> Value:
    """A checked value in the one form that the program uses.

    Raises ConfigurationError when a mode gives one key in two spellings.
    """
    if key == MODES and isinstance(value, dict):
        return MappingProxyType(
            {name: _inner(_mode(entry, f"{MODES}.{name}", source)) for name, entry in value.items()}
        )
    if key == PATTERNS and isinstance(value, str):
        return patterns(value)
    return freeze(_word(value, known_keys()[key]))


def patterns(text: str) -> tuple[str, ...]:
    """The patterns in a text that has commas or line ends between them."""
    return tuple(one.strip() for one in _BETWEEN_PATTERNS.split(text) if one.strip())


def freeze(value: Any) -> Value:
    """The immutable form of a value as YAML reads it."""
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    if isinstance(value, dict):
        return MappingProxyType({str(name): _inner(part) for name, part in value.items()})
    if isinstance(value, bool | int | float | str):
        return value
    raise ConfigurationError(f"a setting cannot hold {type(value).__name__}")


def _walk(schema: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, part in schema["properties"].items():
        if "properties" in part:
            yield from _walk(part, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", part


def leaves(data: Mapping[Any, Any], written: str = "", prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted keys as they are written, and their values. A group that holds nothing sets nothing."""
    for name, value in data.items():
        group = canonical(f"{prefix}{name}")
        if group not in groups() or not (value is None or isinstance(value, dict)):
            yield f"{written}{name}", value
        elif value is not None:
            yield from leaves(value, f"{written}{name}.", f"{group}.")


def _mode(entry: Any, place: str, source: str) -> Any:
    """One mode with its keys, and those of the settings it presets, in the spelling of the program."""
    if not isinstance(entry, dict):
        return entry
    keys = _respelled({str(name): value for name, value in entry.items()}, {}, place, source)
    presets = keys.get(MODE_SETTINGS)
    if isinstance(presets, dict):
        flat = dict(leaves(presets))
        names = {name: canonical(name) if canonical(name) in known_keys() else name for name in flat}
        keys[MODE_SETTINGS] = _respelled(flat, names, f"{place}.{MODE_SETTINGS}", source)
    return keys


def _respelled(data: Mapping[str, Any], names: Mapping[str, str], place: str, source: str) -> dict[str, Any]:
    found: dict[str, str] = {}
    for written in data:
        key = names.get(written, snake(written))
        if key in found:
            raise ConfigurationError(
                f"{source}: {place}: {found[key]} and {written} are the same key", hint=f"keep one of them, best {key}"
            )
        found[key] = written
    return {
        key: patterns(value) if key == PATTERNS and isinstance(value := data[written], str) else data[written]
        for key, written in found.items()
    }


def _surely_holds(value: Any, key: str, source: str, schema: Mapping[str, Any]) -> bool:
    if isinstance(value, float) and not math.isfinite(value):
        raise ConfigurationError(f"{source}: {key}: {value} is not a number", hint=str(schema.get("description", "")))
    return surely_fits(value, schema)


def _word(value: Any, schema: Mapping[str, Any]) -> Any:
    """`off` as the word that it is where it is one of the words to choose from: YAML reads a truth value."""
    words = [*schema.get("enum", ()), *schema.get("examples", ())]
    return "off" if value is False and "off" in words and not any(word is False for word in words) else value


def _inner(value: Any) -> Any:
    """What stands inside a mapping: numbers stay numbers there, and lists keep what they hold."""
    if isinstance(value, list):
        return tuple(_inner(item) for item in value)
    if isinstance(value, dict):
        return MappingProxyType({str(name): _inner(part) for name, part in value.items()})
    return value
