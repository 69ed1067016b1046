"""The review tools: six, always, in the words of the mode."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from orchestrator.engines.wire.schema import strict_schema
from orchestrator.modes.load import load_modes
from orchestrator.recording.tools import CHANGING, REVIEW_TOOLS, calls_schema, review_tools
from orchestrator.values.mode import Mode
from orchestrator.wiring.modes import built_in_modes
from tests.unit.recording.kit import BARE, FINDING, MODE

SHIPPED = load_modes((), built_in_modes()).modes


def schema_of(mode: Mode, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(next(one for one in review_tools(mode) if one.name == name).schema)
    return found


@pytest.mark.parametrize("mode", [MODE, BARE, *SHIPPED], ids=lambda mode: mode.id)
def test_every_mode_has_the_same_six_tools_with_closed_schemas(mode: Mode) -> None:
    tools = review_tools(mode)
    assert tuple(one.name for one in tools) == REVIEW_TOOLS
    assert all(one.description for one in tools)
    for one in tools:
        schema = json.loads(one.schema)
        Draft202012Validator.check_schema(schema)
        assert schema["additionalProperties"] is False
        assert all(part["description"] for part in schema["properties"].values())


def test_a_finding_is_stated_in_the_words_of_the_mode() -> None:
    schema = schema_of(MODE, "append_finding")
    parts = schema["properties"]
    assert list(parts) == [
        *("severity", "category", "file", "line", "title", "problem", "impact", "fix", "evidence", "summary"),
    ]
    assert schema["required"] == ["severity", "file", "line", "title", "problem", "impact", "evidence"]
    assert parts["severity"]["enum"] == ["blocker", "minor", "nit"]
    assert "blocker: must not be merged" in parts["severity"]["description"]
    assert parts["category"]["enum"] == ["correctness", "security"]
    assert parts["impact"]["description"] == "who is hurt"
    Draft202012Validator(schema).validate(dict(FINDING))


def test_an_update_takes_an_id_and_any_part() -> None:
    schema = schema_of(MODE, "update_finding")
    assert schema["required"] == ["id"]
    assert set(schema["properties"]) == {"id", *schema_of(MODE, "append_finding")["properties"]}


def test_a_mode_without_categories_has_no_category() -> None:
    assert "category" not in schema_of(BARE, "append_finding")["properties"]


def test_the_list_of_calls_can_be_enforced_by_a_provider() -> None:
    schema = json.loads(calls_schema(review_tools(MODE)))
    Draft202012Validator(schema).validate({"calls": [{"tool": "append_finding", "arguments": dict(FINDING)}]})
    assert not Draft202012Validator(schema).is_valid({"calls": [{"tool": "append_finding", "arguments": {"line": 1}}]})
    strict = strict_schema(schema)
    Draft202012Validator.check_schema(strict)
    full = {**FINDING, "fix": None, "summary": None}
    Draft202012Validator(strict).validate({"calls": [{"tool": "append_finding", "arguments": full}]})


def test_three_tools_change_findings() -> None:
    assert {"append_finding", "update_finding", "delete_finding"} == CHANGING
