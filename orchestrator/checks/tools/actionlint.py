"""actionlint over GitHub workflow files."""

import re

from orchestrator.checks.json_parts import as_dict, as_number, as_text
from orchestrator.checks.tools.adapter import ToolSpec, Workplace
from orchestrator.checks.tools.reading import Result, finding_of, json_of, run_of
from orchestrator.seams import Finished
from orchestrator.values.analysis import ToolRun

_WORKFLOW = re.compile(r"\.github/workflows/[^/]+\.ya?ml")


def _arguments(program: str, place: Workplace) -> tuple[str, ...]:
    config = place.work / "actionlint.yaml"
    config.write_text("{}\n", encoding="utf-8")
    # Without the two helpers its results do not depend on what else is installed.
    options = ("-no-color", "-shellcheck=", "-pyflakes=", "-config-file", str(config), "-format", "{{json .}}")
    return (program, *options, *place.files)


def _read(finished: Finished, place: Workplace) -> ToolRun:
    found = (
        finding_of(
            "actionlint",
            place,
            Result(
                rule=as_text(entry.get("kind")) or "workflow",
                severity="error" if entry.get("kind") == "syntax-check" else "warning",
                file=as_text(entry.get("filepath")),
                line=as_number(entry.get("line")),
                message=as_text(entry.get("message")),
            ),
        )
        for entry in map(as_dict, json_of(finished.stdout or b"[]"))
    )
    return run_of("actionlint", place, found)


ACTIONLINT = ToolSpec(
    name="actionlint",
    hint="go install github.com/rhysd/actionlint/cmd/actionlint@latest",
    reads=lambda path: _WORKFLOW.fullmatch(path) is not None,
    arguments=_arguments,
    read=_read,
)
