"""Schemas that providers enforce."""

from collections.abc import Iterator
from typing import Any

import jsonschema

from orchestrator.engines.wire.schema import is_strict, strict_schema, tool_schema
from orchestrator.schemas import load_schema
from tests.support.replay import issue

REPLY = load_schema("lens-reply")
ALLOWED = {
    "type",
    "enum",
    "const",
    "$ref",
    "$defs",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
}


def objects(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    for part in (*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()):
        yield from objects(part)
    if "items" in schema:
        yield from objects(schema["items"])


def test_the_reply_becomes_strict() -> None:
    strict = strict_schema(REPLY)
    jsonschema.Draft202012Validator.check_schema(strict)
    parts = list(objects(strict))
    assert len(parts) > 12
    for part in parts:
        assert part.keys() <= ALLOWED
        if part.get("type") == "object":
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])
    shape = strict["$defs"]["issue"]["properties"]
    assert shape["line"] == {"type": ["integer", "null"]}
    assert shape["severity"] == {"enum": ["error", "warning", "suggestion"], "type": "string"}
    assert strict_schema(strict) == strict


def test_what_a_strict_reply_holds_satisfies_the_contract() -> None:
    found = {**issue("a.py", 3, "x = 1", category=None), "endLine": None, "preExisting": None}
    reply = {"status": "fail", "summary": "s", "issues": [found]}
    for schema in (strict_schema(REPLY), REPLY):
        jsonschema.Draft202012Validator(schema).validate(reply)
    sloppy = {**reply, "issues": [{**found, "line": "L12"}]}
    assert not jsonschema.Draft202012Validator(strict_schema(REPLY)).is_valid(sloppy)


def test_optional_parts_become_required_and_may_be_null() -> None:
    schema = {
        "type": "object",
        "properties": {
            "kind": {"enum": ["a", 1]},
            "any": {"anyOf": [{"type": "string", "maxLength": 3}]},
            "one": {"oneOf": [{"type": "null"}, {"type": "string"}]},
            "fixed": {"type": "string", "pattern": "x"},
        },
        "required": ["fixed"],
    }
    assert strict_schema(schema) == {
        "type": "object",
        "properties": {
            "kind": {"enum": ["a", 1, None], "type": ["string", "integer", "null"]},
            "any": {"anyOf": [{"anyOf": [{"type": "string"}]}, {"type": "null"}]},
            "one": {"anyOf": [{"type": "null"}, {"type": "string"}]},
            "fixed": {"type": "string"},
        },
        "required": ["kind", "any", "one", "fixed"],
        "additionalProperties": False,
    }
    left = strict_schema(schema, all_required=False)
    assert left["required"] == ["fixed"]
    assert left["properties"]["any"] == {"anyOf": [{"type": "string"}]}


def test_an_object_without_properties_stays_open_and_is_not_strict() -> None:
    open_one = {"type": "object", "properties": {"any": {"type": "object", "description": "Whatever."}}}
    strict = strict_schema(open_one, all_required=False)
    assert strict["properties"]["any"] == {"type": "object"}
    assert not is_strict(strict)
    assert not is_strict({"type": "array", "items": {"anyOf": [{"type": "object"}]}})
    closed = strict_schema({"type": "object", "properties": {}, "additionalProperties": False})
    assert closed["additionalProperties"] is False
    assert is_strict(closed)
    assert is_strict(strict_schema(REPLY))


def test_a_tool_keeps_what_its_arguments_are_told_to_be() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "description": "Which."}}, "required": ["a"]}
    assert tool_schema(schema)["properties"]["a"] == {"type": "string", "description": "Which."}
    assert strict_schema(schema)["properties"]["a"] == {"type": "string"}
