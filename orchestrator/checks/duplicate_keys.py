"""Keys that a JSON or YAML mapping sets twice; every parser in use keeps only the last one, silently."""

import json
from collections.abc import Iterator
from typing import Any

import yaml

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MERGE = "<<"


def duplicate_keys(path: str, text: str) -> tuple[tuple[str, int], ...]:
    """Each repeated key with its 1-based line, 0 where the format does not tell; nothing for text that does not parse."""
    if path.endswith(".json"):
        return tuple(_in_json(text))
    return tuple(_in_yaml(text))


def _in_json(text: str) -> Iterator[tuple[str, int]]:
    repeated: list[str] = []

    def note(pairs: list[tuple[str, Any]]) -> None:
        keys = [key for key, _ in pairs]
        repeated.extend(key for key in dict.fromkeys(keys) if keys.count(key) > 1)

    if not text.strip():
        return
    try:
        json.loads(text, object_pairs_hook=note)
    except (ValueError, RecursionError):
        return
    for key in dict.fromkeys(repeated):
        yield key, 0


def _in_yaml(text: str) -> Iterator[tuple[str, int]]:
    try:
        documents: list[Any] = list(yaml.compose_all(text, Loader=_Loader))
    except (yaml.YAMLError, RecursionError):
        return
    waiting: list[Any] = documents
    visited: set[int] = set()
    while waiting:
        node = waiting.pop()
        if id(node) in visited:
            continue
        visited.add(id(node))
        if isinstance(node, yaml.MappingNode):
            yield from _repeated_in(node)
            waiting += [child for pair in node.value for child in pair]
        elif isinstance(node, yaml.SequenceNode):
            waiting += node.value


def _repeated_in(node: yaml.MappingNode) -> Iterator[tuple[str, int]]:
    seen: set[tuple[str, str]] = set()
    for key, _ in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.value == _MERGE:
            continue
        mark = (key.tag, key.value)
        if mark in seen:
            yield key.value, key.start_mark.line + 1
        seen.add(mark)
