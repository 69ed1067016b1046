"""The settings of one run, each value with the place it came from."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

Value = str | bool | int | float | tuple[str, ...] | Mapping[str, Any]

DEFAULTS = "defaults"
COMMAND_LINE = "command line"


@dataclass(frozen=True, slots=True)
class Layer:
    """One source of settings: dotted key to value, only the keys that it sets."""

    source: str
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Settings:
    """Every key in force. `values` and `sources` have the same dotted keys; `layers` are what they were merged from.

    Layers stand strongest first.
    """

    values: Mapping[str, Value]
    sources: Mapping[str, str]
    layers: tuple[Layer, ...] = ()

    def every(self, key: str) -> tuple[tuple[str, Value], ...]:
        """What each layer that sets `key` says, with its source, weakest first: for settings that add up."""
        return tuple((one.source, one.values[key]) for one in reversed(self.layers) if key in one.values)

    def text(self, key: str) -> str:
        """A string value."""
        return str(self.values[key])

    def flag(self, key: str) -> bool:
        """A boolean value."""
        return bool(self.values[key])

    def number(self, key: str) -> float:
        """A numeric value."""
        value = self.values[key]
        if not isinstance(value, int | float):
            raise TypeError(f"{key} is not a number")
        return float(value)

    def names(self, key: str) -> tuple[str, ...]:
        """A list of strings."""
        value = self.values[key]
        if not isinstance(value, tuple):
            raise TypeError(f"{key} is not a list")
        return value

    def mapping(self, key: str) -> Mapping[str, Any]:
        """A setting whose own keys are free, such as prices by model."""
        value = self.values[key]
        if not isinstance(value, Mapping):
            raise TypeError(f"{key} is not a mapping")
        return value

    def table(self, prefix: str) -> Mapping[str, str]:
        """The string values below `prefix.`, keyed by what follows it."""
        start = f"{prefix}."
        return MappingProxyType({key[len(start) :]: str(v) for key, v in self.values.items() if key.startswith(start)})


def merge(layers: tuple[Layer, ...]) -> Settings:
    """Strongest layer first. An empty string, list or mapping sets nothing: the layer below stays in force."""
    values: dict[str, Value] = {}
    sources: dict[str, str] = {}
    for layer in layers:
        for key, value in layer.values.items():
            if key in values or (_is_empty(value) and layer.source != DEFAULTS):
                continue
            values[key] = value
            sources[key] = layer.source
    return Settings(MappingProxyType(dict(sorted(values.items()))), MappingProxyType(sources), layers)


def preset(settings: Settings, layer: Layer) -> Settings:
    """`settings` with `layer` directly below the command line: what a mode presets wins over every file."""
    given = tuple(one for one in settings.layers if one.source == COMMAND_LINE)
    return merge((*given, layer, *(one for one in settings.layers if one.source != COMMAND_LINE)))


def _is_empty(value: Value) -> bool:
    return value in ("", ()) or (isinstance(value, Mapping) and not value)
