"""Spellings of keys: snake_case is what the program uses, camelCase and names of earlier releases are understood."""

import re
from collections.abc import Mapping
from types import MappingProxyType

OLD_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "effort": "reasoning_effort",
        "ignored_defaults": "ignore_defaults",
        "tools.enabled": "project_access",
        "tools.max_calls": "max_tool_calls",
        "tools.max_read_bytes": "max_read_bytes",
        "tools.max_search_results": "max_search_results",
    }
)
OLD_GROUPS = frozenset(name.rpartition(".")[0] for name in OLD_NAMES) - {""}

_CAMEL = re.compile(r"[a-z][a-z0-9]*(?:[A-Z][A-Za-z0-9]*)+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def snake(name: str) -> str:
    """One name in snake_case when it is written in camelCase, as it is otherwise."""
    return _HUMP.sub("_", name).lower() if _CAMEL.fullmatch(name) else name


def canonical(key: str) -> str:
    """A dotted key as the program spells it; a name that nobody knows only loses its humps."""
    spelled = ".".join(map(snake, key.split(".")))
    return OLD_NAMES.get(spelled, spelled)
