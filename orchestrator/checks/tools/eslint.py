"""eslint as the project installed and configured it."""

import re
from typing import Any

from orchestrator.checks.json_parts import as_dict, as_list, as_number, as_text, one_line_of
from orchestrator.checks.tools.adapter import ToolSpec, Workplace
from orchestrator.checks.tools.directives import Directive, Reach
from orchestrator.checks.tools.reading import Result, file_of, finding_of, json_of, run_of
from orchestrator.seams import Finished
from orchestrator.values.analysis import ToolFinding, ToolRun

_ENDINGS = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue")
_ERROR = 2
_RULES = r"[ \t]*(?P<rules>(?:(?!\*/)[^\n])*)"


def _arguments(program: str, place: Workplace) -> tuple[str, ...]:
    # What ignore files take out is looked at too; the change could have written them.
    return (program, "--format", "json", "--no-ignore", "--no-error-on-unmatched-pattern", "--", *place.files)


def _read(finished: Finished, place: Workplace) -> ToolRun:
    partial: dict[str, str] = {}
    findings: list[ToolFinding | None] = []
    for entry in map(as_dict, json_of(finished.stdout)):
        file = as_text(entry.get("filePath"))
        # It lists what comments silenced apart from the rest; who may silence what is not for it to decide.
        messages = (*as_list(entry.get("messages")), *as_list(entry.get("suppressedMessages")))
        for message in map(as_dict, messages):
            path = file_of(file, place)
            if message.get("fatal") and path is not None:
                text = one_line_of(as_text(message.get("message")), 200)
                partial.setdefault(path, f"eslint could not parse it: {text}")
            elif as_text(message.get("ruleId")):
                findings.append(finding_of("eslint", place, _result(file, message)))
    return run_of("eslint", place, findings, partial=partial)


def _result(file: str, message: dict[str, Any]) -> Result:
    return Result(
        rule=as_text(message.get("ruleId")),
        severity="error" if message.get("severity") == _ERROR else "warning",
        file=file,
        line=as_number(message.get("line")),
        end=as_number(message.get("endLine")),
        message=as_text(message.get("message")),
        suppressed=bool(as_list(message.get("suppressions"))),
    )


ESLINT = ToolSpec(
    name="eslint",
    hint="npm install --save-dev eslint",
    reads=lambda path: path.endswith(_ENDINGS),
    arguments=_arguments,
    read=_read,
    directives=(
        Directive(re.compile(r"(?P<word>eslint)-disable-next-line" + _RULES), Reach.NEXT),
        Directive(re.compile(r"(?P<word>eslint)-disable-line" + _RULES), Reach.LINE),
        Directive(
            re.compile(r"/\*\s*(?P<word>eslint)-disable(?!-)\b" + _RULES), Reach.BELOW, re.compile(r"eslint-enable")
        ),
    ),
)
