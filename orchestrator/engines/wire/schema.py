"""The schema of a reply in the form that providers enforce: every object closed, every property required."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

_KEPT = ("enum", "const", "$ref")
"""What is taken over as it is. Descriptions are for those who write freely, and the contract says more. Bounds and
patterns are left out: some providers refuse a schema for them, and every reply is held against the whole contract."""
_NAMES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def tool_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` of the arguments of a tool: optional ones stay so, and descriptions stay, which are all it says of them."""
    return strict_schema(schema, all_required=False, described=True)


def strict_schema(schema: Mapping[str, Any], *, all_required: bool = True, described: bool = False) -> dict[str, Any]:
    """`schema` so that a provider can enforce it; `schema` itself stays as it is.

    An object that names no properties stays open: closed, nothing could be written into it (see `is_strict`). With
    `described`, descriptions stay. With `all_required`, properties that were optional are required and may be null. Where a whole number may also come as text, which is
    for those who write freely, only the whole number is left. A schema that is strict already does not change.
    """
    kept = (*_KEPT, "description") if described else _KEPT
    strict: dict[str, Any] = {key: schema[key] for key in kept if key in schema}
    inner = partial(strict_schema, all_required=all_required, described=described)
    kinds = _kinds(schema)
    if kinds:
        strict["type"] = kinds[0] if len(kinds) == 1 else kinds
    if "object" in kinds and not _is_open(schema):
        parts = schema.get("properties", {})
        required = schema.get("required", ()) if all_required else tuple(parts)
        strict["properties"] = {
            name: inner(part) if name in required else _nullable(inner(part)) for name, part in parts.items()
        }
        strict["required"] = list(parts) if all_required else list(schema.get("required", ()))
        strict["additionalProperties"] = False
    if "items" in schema:
        strict["items"] = inner(schema["items"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            strict["anyOf"] = [inner(part) for part in schema[key]]
    if "$defs" in schema:
        strict["$defs"] = {name: inner(part) for name, part in schema["$defs"].items()}
    return strict


def is_strict(schema: Mapping[str, Any]) -> bool:
    """True when every object of `schema`, which `strict_schema` made, is closed, as strict providers demand."""
    inner = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values(), *schema.get("anyOf", ())]
    inner += [schema["items"]] if "items" in schema else []
    return not ("object" in _kinds(schema) and _is_open(schema)) and all(map(is_strict, inner))


def _is_open(schema: Mapping[str, Any]) -> bool:
    return not schema.get("properties") and schema.get("additionalProperties") is not False


def _kinds(schema: Mapping[str, Any]) -> list[str]:
    given = schema.get("type", [])
    kinds = [given] if isinstance(given, str) else list(given)
    if "integer" in kinds and "enum" not in schema:
        return [kind for kind in kinds if kind not in {"number", "string"}]
    return kinds or _kinds_of(schema.get("enum", ()))


def _kinds_of(values: Sequence[object]) -> list[str]:
    return list(dict.fromkeys(_NAMES[type(value)] for value in values if type(value) in _NAMES))


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    if "type" not in schema:
        return schema if _takes_null(schema) else {"anyOf": [schema, {"type": "null"}]}
    kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    if "null" in kinds:
        return schema
    wider = {**schema, "type": [*kinds, "null"]}
    if "enum" in schema:
        wider["enum"] = [*schema["enum"], None]
    return wider


def _takes_null(schema: Mapping[str, Any]) -> bool:
    return any(part.get("type") == "null" for part in schema.get("anyOf", ()))
