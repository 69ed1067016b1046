"""The run settings that a mode presets: which ones it may, and their values checked like those of a settings file."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from orchestrator.errors import ConfigurationError
from orchestrator.modes.part import Part, nearest, shown
from orchestrator.scope.ignore.pattern import unreadable
from orchestrator.settings.aliases import canonical
from orchestrator.settings.model import Layer, Value
from orchestrator.settings.parse import PATTERNS, check, known_keys, normal
from orchestrator.values.mode import Mode
from orchestrator.values.text import printable_path

MODE_SETTINGS = (
    "provider",
    "model",
    "language",
    "source",
    "git_rev",
    "notify_agent",
    "project_access",
    "max_tool_calls",
    "max_read_bytes",
    "max_search_results",
    "tool_deadline_ratio",
    "max_files",
    "max_diff_chars",
    "max_hint_chars",
    "max_tokens",
    "temperature",
    "reasoning_effort",
    "timeout_ms",
    "ignored",
    "ignore_defaults",
    "respect_git_ignore",
)
"""What a mode may preset: how its own run goes. Engines, addresses, programs, bounds on money, gate and trust are not."""


def presets_of(part: Part | None) -> Mapping[str, Value]:
    """The presets by settings key. An empty value presets nothing; what a mode may not set says so and is left out."""
    found: dict[str, Value] = {}
    if part is None:
        return MappingProxyType(found)
    if not isinstance(part.value, Mapping):
        part.warn(f"{shown(part.value)} is not a mapping of settings and is left out")
        return MappingProxyType(found)
    for name, value in part.value.items():
        item = part.inner(printable_path(str(name))[:60], value)
        key = canonical(str(name))
        problem = _refusal(key) or ("" if _is_empty(value) else _fault(key, value))
        if problem:
            item.warn(problem)
        elif key in found:
            item.warn("the same setting is preset already, and the first one counts")
        elif not _is_empty(value):
            found[key] = _usable(item, key, normal(key, value, item.source))
    found = {key: value for key, value in found.items() if value != ()}
    return MappingProxyType(found)


def mode_layer(mode: Mode) -> Layer:
    """The presets of `mode` as one layer of settings, to be put below the command line and above every file."""
    return Layer(f"mode {mode.id}", mode.settings)


def _usable(item: Part, key: str, value: Value) -> Value:
    """`value` without patterns of paths that nobody can read."""
    if key != PATTERNS or not isinstance(value, tuple):
        return value
    kept = []
    for pattern in value:
        problem = unreadable(pattern)
        if problem:
            item.warn(f"{shown(pattern)} is no pattern of paths and is left out: {problem}")
        else:
            kept.append(pattern)
    return tuple(kept)


def _refusal(key: str) -> str:
    if key in MODE_SETTINGS:
        return ""
    if any(known == key or known.startswith(f"{key}.") for known in known_keys()):
        return "a mode may not set this, and it is left out; it belongs beside `modes`"
    return f"there is no such setting, and it is left out{nearest(key, MODE_SETTINGS)}"


def _is_empty(value: Any) -> bool:
    return value is None or value in ("", []) or (isinstance(value, Mapping) and not value)


def _fault(key: str, value: Any) -> str:
    """What the schema has against a value; empty when it is fit."""
    try:
        check(key, value, "")
    except ConfigurationError as error:
        return f"{shown(value)} is refused and left out: {error.hint}"
    return ""
