"""oxlint over JavaScript and TypeScript: its correctness rules, which need neither types nor installed packages."""

import re

from orchestrator.checks.json_parts import as_dict, as_list, as_number, as_text, one_line_of
from orchestrator.checks.languages import languages_of
from orchestrator.checks.tools.adapter import ToolSpec, Workplace
from orchestrator.checks.tools.directives import Directive, Reach
from orchestrator.checks.tools.reading import Result, file_of, finding_of, json_of, run_of
from orchestrator.seams import Finished
from orchestrator.values.analysis import ToolFinding, ToolRun

_LANGUAGES = frozenset({"javascript", "typescript"})
_CODE = re.compile(r"(?:(?P<plugin>[\w@/-]+)\()?(?P<name>[\w/@-]+)\)?")
_OF_ESLINT = "eslint"
_DISABLE = r"(?P<word>eslint|oxlint)-disable"
_RULES = r"[ \t]*(?P<rules>(?:(?!\*/)[^\n])*)"


def _arguments(program: str, place: Workplace) -> tuple[str, ...]:
    config = place.work / "oxlint.json"
    config.write_text("{}", encoding="utf-8")
    return (program, "--config", str(config), "--no-ignore", "--format=json", ".")


def _read(finished: Finished, place: Workplace) -> ToolRun:
    partial: dict[str, str] = {}
    findings: list[ToolFinding | None] = []
    for entry in map(as_dict, json_of(finished.stdout, "diagnostics")):
        file, message = as_text(entry.get("filename")), as_text(entry.get("message"))
        code = _CODE.fullmatch(as_text(entry.get("code")))
        label = as_dict(next(iter(as_list(entry.get("labels"))), None))
        if code is None:
            path = file_of(file, place)
            if path is not None:
                partial.setdefault(path, f"oxlint could not parse it: {one_line_of(message, 200)}")
            continue
        findings.append(
            finding_of(
                "oxlint",
                place,
                Result(
                    rule=_rule(code),
                    severity="error" if entry.get("severity") == "error" else "warning",
                    file=file,
                    line=as_number(as_dict(label.get("span")).get("line")),
                    message=message,
                    fix=as_text(entry.get("help")),
                ),
            )
        )
    return run_of("oxlint", place, findings, partial=partial)


def _rule(code: re.Match[str]) -> str:
    plugin = code["plugin"] or _OF_ESLINT
    return code["name"] if plugin == _OF_ESLINT else f"{plugin}/{code['name']}"


OXLINT = ToolSpec(
    name="oxlint",
    hint="npm install --global oxlint",
    reads=lambda path: bool(languages_of(path) & _LANGUAGES),
    arguments=_arguments,
    read=_read,
    directives=(
        Directive(re.compile(_DISABLE + "-next-line" + _RULES), Reach.NEXT),
        Directive(re.compile(_DISABLE + "-line" + _RULES), Reach.LINE),
        Directive(
            re.compile(r"/\*\s*" + _DISABLE + r"(?!-)\b" + _RULES),
            Reach.BELOW,
            re.compile(r"(?:eslint|oxlint)-enable"),
        ),
    ),
)
