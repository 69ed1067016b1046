"""The six review tools, in the words of a mode. No setting adds, removes or renames one."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from orchestrator.values.mode import Mode, ModeField
from orchestrator.values.turn import ToolDefinition

APPEND, UPDATE, DELETE = "append_finding", "update_finding", "delete_finding"
LIST, SUMMARY, FINISH = "list_findings", "set_summary", "finish_review"
REVIEW_TOOLS = (APPEND, UPDATE, DELETE, LIST, SUMMARY, FINISH)
CHANGING = frozenset({APPEND, UPDATE, DELETE})
"""The tools that change findings: their calls are bounded, refused ones included."""

TITLE, TEXT, PATH = 300, 10_000, 4_096
"""Characters that a title, any other text of a finding or of the report, and a path may have."""

Schema = dict[str, Any]
_ID: Schema = {"type": "string", "description": "Id of a recorded finding, e.g. F1."}


def review_tools(mode: Mode) -> tuple[ToolDefinition, ...]:
    """The six tools as `mode` shapes them, in the order in which a review uses them."""
    shape = finding_shape(mode)
    return (
        _tool(
            APPEND,
            "Records one finding, as soon as it is settled. The answer names its id and says whether its quote was found.",
            shape,
            required_keys(mode),
        ),
        _tool(
            UPDATE,
            "Changes a recorded finding: its id, and only what changes. An optional text is cleared by an empty one.",
            {"id": _ID, **shape},
            ("id",),
        ),
        _tool(DELETE, "Takes back a recorded finding that turned out to be wrong.", {"id": _ID}, ("id",)),
        _tool(LIST, "Lists what is recorded so far: ids, places, and what is withheld for which reason.", {}, ()),
        _tool(
            SUMMARY,
            "Sets the text that opens the report, in place of an earlier one.",
            {
                "summary": {
                    "type": "string",
                    "description": "Two or three sentences: what was judged and how it stands.",
                }
            },
            ("summary",),
        ),
        _tool(FINISH, "Ends the review. Nothing can be recorded after it.", {}, ()),
    )


def finding_shape(mode: Mode) -> Mapping[str, Schema]:
    """The parts of a finding with the schema of each, in the order in which they are stated."""
    severities = "; ".join(f"{one.id}: {one.meaning or one.label}" for one in mode.severities)
    parts: dict[str, Schema] = {
        "severity": {"type": "string", "enum": [one.id for one in mode.severities], "description": severities}
    }
    if mode.categories:
        parts["category"] = {
            "type": "string",
            "enum": list(mode.categories),
            "description": "What kind of finding it is.",
        }
    parts["file"] = {"type": "string", "description": "Path as it was shown."}
    parts["line"] = {
        "type": ["integer", "string"],
        "description": "Line of the quote's first line, counted on the new side.",
    }
    parts["title"] = {"type": "string", "description": f"The finding in one line of at most {TITLE} characters."}
    parts.update((one.key, {"type": "string", "description": guide_of(one)}) for one in mode.fields)
    parts["summary"] = {"type": "string", "description": "The finding in one or two sentences, for a list of findings."}
    return parts


def required_keys(mode: Mode) -> tuple[str, ...]:
    """What every finding of `mode` must state."""
    return ("severity", "file", "line", "title", *(one.key for one in mode.fields if one.required))


def guide_of(field: ModeField) -> str:
    """What `field` must contain, in the words of its mode or by its name."""
    return field.guide or (field.label or field.key).strip()


def calls_schema(tools: Iterable[ToolDefinition]) -> str:
    """The JSON Schema of a turn of an engine that calls no tools itself: an object with a list of calls of `tools`."""
    calls = [
        {
            "type": "object",
            "properties": {"tool": {"type": "string", "enum": [tool.name]}, "arguments": json.loads(tool.schema)},
            "required": ["tool", "arguments"],
            "additionalProperties": False,
        }
        for tool in tools
    ]
    schema = {
        "type": "object",
        "properties": {"calls": {"type": "array", "items": {"anyOf": calls}}},
        "required": ["calls"],
        "additionalProperties": False,
    }
    return json.dumps(schema)


def _tool(name: str, description: str, properties: Mapping[str, Schema], required: tuple[str, ...]) -> ToolDefinition:
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    return ToolDefinition(name, description, json.dumps(schema))
