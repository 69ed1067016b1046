"""The TypeScript compiler as the project installed and configured it; it checks and writes nothing."""

import re
from collections.abc import Iterator

from orchestrator.checks.semgrep_output import UnusableOutputError
from orchestrator.checks.tools.adapter import ToolSpec, Workplace
from orchestrator.checks.tools.reading import Result, finding_of, run_of
from orchestrator.seams import Finished
from orchestrator.values.analysis import ToolRun

_LINE = re.compile(r"(?P<file>[^\s(][^(\n]*)\((?P<line>\d+),\d+\): error (?P<code>TS\d+): (?P<message>.*)")
_GLOBAL = re.compile(r"error (TS\d+: .*)")


def _arguments(program: str, place: Workplace) -> tuple[str, ...]:
    del place
    return (program, "--noEmit", "--incremental", "false", "--pretty", "false", "--project", "tsconfig.json")


def _read(finished: Finished, place: Workplace) -> ToolRun:
    lines = finished.stdout.decode("utf-8", "replace").splitlines()
    results = tuple(_results(lines))
    whole = next((found[1] for line in lines if (found := _GLOBAL.match(line))), "")
    if finished.code and not results:
        raise UnusableOutputError(whole or "its output has another shape than the versions this adapter knows")
    return run_of("tsc", place, (finding_of("tsc", place, result) for result in results))


def _results(lines: list[str]) -> Iterator[Result]:
    for line in lines:
        found = _LINE.match(line)
        if found:
            yield Result(
                rule=found["code"],
                severity="error",
                file=found["file"],
                line=int(found["line"]),
                message=found["message"],
            )


TSC = ToolSpec(
    name="tsc",
    hint="npm install --save-dev typescript",
    reads=lambda path: path.endswith((".ts", ".tsx", ".mts", ".cts")),
    arguments=_arguments,
    read=_read,
    exits=frozenset({0, 1, 2}),
)
