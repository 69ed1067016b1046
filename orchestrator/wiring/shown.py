"""Settings as people read them: in one line each, without secrets, modes by what is different about them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from orchestrator.modes.part import plain
from orchestrator.redaction import MASK, redact
from orchestrator.settings.model import DEFAULTS, Settings
from orchestrator.settings.parse import MODES, default_layer
from orchestrator.wiring.modes import built_in_modes

_LONGEST = 100


@dataclass(frozen=True, slots=True)
class Shown:
    """One setting: its value as JSON knows it, secrets masked, and whether the release says the same."""

    key: str
    value: Any
    source: str
    is_default: bool

    @property
    def text(self) -> str:
        """The value in one line."""
        if isinstance(self.value, bool):
            return str(self.value).lower()
        if isinstance(self.value, list) and all(isinstance(one, str) for one in self.value):
            return ", ".join(self.value)
        written = json.dumps(self.value) if isinstance(self.value, dict | list) else str(self.value) or '""'
        line = " ".join(written.split())
        return line if len(line) <= _LONGEST or not self.key.startswith(f"{MODES}.") else f"{line[:_LONGEST]}..."


def shown(settings: Settings) -> tuple[Shown, ...]:
    """Every setting in force but the modes."""
    defaults = default_layer().values
    return tuple(
        Shown(key, masked(key, plain(value)), settings.sources[key], value == defaults.get(key))
        for key, value in settings.values.items()
        if key != MODES
    )


def shown_modes(settings: Settings) -> tuple[Shown, ...]:
    """Keys of modes that some file or the command line sets, and that the built-in modes do not say as well."""
    found: dict[str, Shown] = {}
    for source, layer in settings.every(MODES):
        for key, value, same in _mode_keys(layer):
            name = f"{MODES}.{key}"
            if same:
                found.pop(name, None)
            elif source != DEFAULTS:
                found[name] = Shown(name, value, source, is_default=False)
    return tuple(found.values())


def _mode_keys(layer: Any) -> Iterator[tuple[str, Any, bool]]:
    built_in = built_in_modes()
    for name, entry in plain(layer).items():
        for key, value in (entry if isinstance(entry, dict) else {}).items():
            known: Mapping[str, Any] = built_in.get(name, {})
            yield f"{name}.{key}", value, key in known and plain(known[key]) == value


def masked(key: str, value: Any) -> Any:
    """What people paste into reports: values of headers and of environments, secrets in command lines are not in it."""
    if isinstance(value, dict):
        hidden = key.rpartition(".")[2] in {"headers", "env"}
        return {name: MASK if hidden else masked(f"{key}.{name}", part) for name, part in value.items()}
    if isinstance(value, list):
        return [masked(key, part) for part in value]
    return redact(value)[0] if isinstance(value, str) else value
