"""Published schemas that ask for more, or offer less, under the version they had before."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.kinds import has_suffix
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_LARGEST = 300_000
_DEEPEST = 40
_SCHEMA = re.compile(r"[\"']?(?:openapi|swagger|asyncapi)[\"']?\s*:|json-schema\.org")
_Required = dict[tuple[str, ...], frozenset[str]]


def may_hold_schema(path: str) -> bool:
    """True for JSON and YAML."""
    return has_suffix(path, (".json", ".yaml", ".yml"))


def find_stricter_schemas(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per object of a published schema whose `required` grew while its version stayed."""
    for file in files:
        old, new = view.old_text(file.path), view.text(file.path)
        if not view.has_diff or file.deleted or not _SCHEMA.search(old) or not _SCHEMA.search(new):
            continue
        before, after = _load(old), _load(new)
        if before is None or after is None or _version(before) != _version(after):
            continue
        was, now = dict(_required(before)), dict(_required(after))
        for place, names in now.items():
            added = sorted(names - was.get(place, names))
            line = _line(view, file.path, added) if added else None
            if line is not None:
                yield _spot(file.path, line, place, added, _version(after))


def _spot(path: str, line: int, place: tuple[str, ...], added: list[str], version: str) -> Spot:
    name = next((part for part in reversed(place) if part not in {"schema", "properties", "items"}), "the document")
    names = ", ".join(added[:3])
    return Spot(
        file=path,
        line=line,
        severity=Severity.WARNING,
        confidence=Confidence.HIGH,
        category="interface-mismatch",
        message=f"{name} now requires {names} under the same version ({version or 'none is given'}): what clients send or store by the published schema is refused.",
        fix="Leave it optional with a default, or publish the change as a new version.",
    )


def _load(text: str) -> Mapping[str, Any] | None:
    if len(text) > _LARGEST:
        return None
    try:
        data = json.loads(text) if text.lstrip().startswith("{") else yaml.load(text, Loader=_LOADER)  # noqa: S506 - a safe loader either way
    except (ValueError, yaml.YAMLError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _version(data: Mapping[str, Any]) -> str:
    info = data.get("info")
    inner = info.get("version") if isinstance(info, dict) else None
    return str(inner or data.get("version") or data.get("$id") or "")


def _required(
    node: object, at: tuple[str, ...] = (), seen: set[int] | None = None
) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    """Path of every object schema, with the names it requires. What aliases repeat is visited once, however often it is repeated."""
    seen = set() if seen is None else seen
    if len(at) > _DEEPEST or (isinstance(node, dict | list) and id(node) in seen):
        return
    seen.add(id(node))
    if isinstance(node, dict):
        if isinstance(node.get("properties"), dict):
            listed = node.get("required")
            names = listed if isinstance(listed, list) else []
            yield at, frozenset(name for name in names if isinstance(name, str))
        for key, value in node.items():
            yield from _required(value, (*at, str(key)), seen)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _required(value, (*at, str(index)), seen)


def _line(view: View, path: str, added: list[str]) -> int | None:
    lines = [(number, line) for number, line in view.reviewed(path) if any(name in line for name in added)]
    listing = next((number for number, line in lines if re.match(r"\s*(?:-\s|[\"']?required|[\"'])", line)), None)
    return listing if listing is not None else next((number for number, _ in lines), None)
