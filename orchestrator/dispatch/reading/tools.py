"""What engines are told of the reader tools."""

import json
from collections.abc import Mapping
from typing import Any

from orchestrator.values.turn import ToolDefinition

READ_FILE, LIST_DIR, SEARCH = "read_file", "list_dir", "search"

_PATH = {"type": "string", "description": "Path relative to the top of the repository."}
_LINE = {"type": "integer", "minimum": 1}


def _tool(name: str, description: str, required: tuple[str, ...], **properties: Mapping[str, Any]) -> ToolDefinition:
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    return ToolDefinition(name, description, json.dumps(schema, sort_keys=True))


TOOLS = (
    _tool(
        READ_FILE,
        "Lines of a file as it is after the change, numbered. What it shows may be quoted as evidence.",
        ("path",),
        path=_PATH,
        start={**_LINE, "description": "First line, 1 when left out."},
        end={**_LINE, "description": "Last line, the end of the file when left out."},
    ),
    _tool(
        LIST_DIR,
        "Names in a folder of the repository; folders end in a slash.",
        (),
        path={**_PATH, "description": "Folder relative to the top of the repository; the top when left out."},
    ),
    _tool(
        SEARCH,
        "Lines of the repository that contain a text, with their numbers; upper and lower case differ. Hidden files and "
        "folders (.name) are left out. What it shows may be quoted as evidence.",
        ("pattern",),
        pattern={
            "type": "string",
            "description": "A text, or with regex a regular expression with . [] () | ^ $ * + ? {m,n} \\b \\d \\w \\s.",
        },
        regex={
            "type": "boolean",
            "description": "Whether pattern is a regular expression; it is a text when left out.",
        },
        path={**_PATH, "description": "File or folder to search in; everything when left out."},
        glob={"type": "string", "description": "Only files that this glob (as in .gitignore) selects, e.g. *.py."},
    ),
)
