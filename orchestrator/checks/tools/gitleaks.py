"""gitleaks over every text file: secrets in the tree under review, never their values."""

import re
from dataclasses import replace

from orchestrator.checks.sarif import read_sarif
from orchestrator.checks.semgrep_output import UnusableOutputError
from orchestrator.checks.tools.adapter import ToolSpec, Workplace
from orchestrator.checks.tools.directives import Directive, Reach
from orchestrator.seams import Finished
from orchestrator.values.analysis import ToolRun

_REPORT = "gitleaks.sarif"
_CONFIG = "[extend]\nuseDefault = true\n"
_STEERING = frozenset({".gitleaks.toml", ".gitleaksignore"})


def _arguments(program: str, place: Workplace) -> tuple[str, ...]:
    config = place.work / "gitleaks.toml"
    config.write_text(_CONFIG, encoding="utf-8")
    return (
        *(program, "dir", ".", "--no-banner", "--no-color", "--redact", "--exit-code", "0"),
        *("--config", str(config), "--gitleaks-ignore-path", str(place.work)),
        *("--report-format", "sarif", "--report-path", str(place.work / _REPORT)),
    )


def _read(finished: Finished, place: Workplace) -> ToolRun:
    del finished
    try:
        data = (place.work / _REPORT).read_bytes()
    except OSError as error:
        raise UnusableOutputError("it wrote no report") from error
    run = read_sarif(data, tool="gitleaks", root=place.root, files=place.files)
    # It grades nothing, and a secret that is published is never a matter of taste.
    return replace(run, findings=tuple(replace(finding, severity="error") for finding in run.findings))


GITLEAKS = ToolSpec(
    name="gitleaks",
    hint="see https://github.com/gitleaks/gitleaks/releases",
    reads=lambda path: path.rsplit("/", 1)[-1] not in _STEERING,
    arguments=_arguments,
    read=_read,
    exits=frozenset({0}),
    directives=(Directive(re.compile(r"(?P<word>gitleaks):allow"), Reach.LINE),),
)
