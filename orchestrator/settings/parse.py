"""Reading one settings file: YAML or JSON text in, one layer out. The schema is the only list of keys."""

import difflib
import math
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import yaml

from orchestrator.errors import ConfigurationError
from orchestrator.schemas import load_schema
from orchestrator.settings.model import DEFAULTS, Layer, Value
from orchestrator.strict_yaml import load_strict


@cache
def known_keys() -> Mapping[str, Mapping[str, Any]]:
    """Dotted key to its schema, in the order of the schema file."""
    return MappingProxyType(dict(_walk(load_schema("settings"), "")))


def default_layer() -> Layer:
    """The release defaults, taken from the schema."""
    return Layer(DEFAULTS, {key: _freeze(schema["default"]) for key, schema in known_keys().items()})


def parse_layer(text: str, source: str) -> Layer:
    """Parses a settings file.

    Raises ConfigurationError naming the file and the key: not YAML, not a mapping, an unknown key (with the nearest
    known one), a value of the wrong kind.
    """
    try:
        data = load_strict(text)
    except yaml.YAMLError as error:
        place = getattr(error, "problem_mark", None)
        where = f"{source}:{place.line + 1}" if place else source
        raise ConfigurationError(f"{where}: not valid YAML: {getattr(error, 'problem', None) or error}") from error
    if data is None:
        return Layer(source, {})
    if not isinstance(data, dict):
        raise ConfigurationError(f"{source}: settings must be a mapping of keys to values")
    flat = dict(_flatten(data, ""))
    for key, value in flat.items():
        _check(key, value, source)
    return Layer(source, {key: _freeze(value) for key, value in flat.items() if value is not None})


def _walk(schema: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, part in schema["properties"].items():
        if "properties" in part:
            yield from _walk(part, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", part


def _flatten(data: Mapping[Any, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    groups = {key.rpartition(".")[0] for key in known_keys()}
    for name, value in data.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict) and key in groups:
            yield from _flatten(value, f"{key}.")
        else:
            yield key, value


def _check(key: str, value: Any, source: str) -> None:
    # Imported late: jsonschema costs more than everything else here and most runs read no settings file.
    import jsonschema  # noqa: PLC0415

    schema = known_keys().get(key)
    if schema is None:
        near = difflib.get_close_matches(key, known_keys(), n=1)
        hint = f"did you mean {near[0]}?" if near else "see `code-review config show` for the known keys"
        raise ConfigurationError(f"{source}: unknown key {key}", hint=hint)
    if value is None:
        return
    if isinstance(value, float) and not math.isfinite(value):
        raise ConfigurationError(f"{source}: {key}: {value} is not a number", hint=str(schema.get("description", "")))
    problem = next(iter(jsonschema.Draft202012Validator(schema).iter_errors(value)), None)
    if problem is not None:
        # What does not fit a pattern may be a key that was put where its name belongs: it is not printed.
        said = f"is not of the form {problem.validator_value}" if problem.validator == "pattern" else problem.message
        raise ConfigurationError(f"{source}: {key}: {said}", hint=str(schema.get("description", "")))


def _inner(value: Any) -> Any:
    """What stands inside a mapping: numbers stay numbers there, and lists keep what they hold."""
    if isinstance(value, list):
        return tuple(_inner(item) for item in value)
    if isinstance(value, dict):
        return MappingProxyType({str(name): _inner(part) for name, part in value.items()})
    return value


def _freeze(value: Any) -> Value:
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    if isinstance(value, dict):
        return MappingProxyType({str(name): _inner(part) for name, part in value.items()})
    if isinstance(value, bool | int | float | str):
        return value
    raise ConfigurationError(f"a setting cannot hold {type(value).__name__}")
