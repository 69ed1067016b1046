"""trivy over infrastructure files: misconfigurations, by the checks it carries along."""

import re
from dataclasses import replace

from orchestrator.checks.languages import languages_of
from orchestrator.checks.sarif import read_sarif
from orchestrator.checks.tools.adapter import ToolSpec, Workplace
from orchestrator.checks.tools.directives import Directive, Reach
from orchestrator.seams import Finished
from orchestrator.values.analysis import ToolRun

_LANGUAGES = frozenset({"dockerfile", "terraform", "yaml"})
_STEERING = frozenset({"trivy.yaml", "trivy.yml", ".trivyignore", ".trivyignore.yaml", "trivy-secret.yaml"})
_IGNORE = r"(?:#|//)\s*(?P<word>trivy|tfsec):ignore:(?P<rules>[\w-]+)"

_MESSAGE = re.compile(r"\bMessage: (.+?)(?: Link: .*)?$")


def _reads(path: str) -> bool:
    return bool(languages_of(path) & _LANGUAGES) and path.rsplit("/", 1)[-1] not in _STEERING


def _arguments(program: str, place: Workplace) -> tuple[str, ...]:
    for name in ("trivy.yaml", "ignore"):
        (place.work / name).write_bytes(b"")
    return (
        *(program, "filesystem", "--quiet", "--scanners", "misconfig", "--format", "sarif", "--exit-code", "0"),
        *("--offline-scan", "--skip-check-update", "--skip-version-check", "--cache-dir", str(place.work / "cache")),
        *("--config", str(place.work / "trivy.yaml"), "--ignorefile", str(place.work / "ignore"), "."),
    )


def _read(finished: Finished, place: Workplace) -> ToolRun:
    run = read_sarif(finished.stdout, tool="trivy", root=place.root, files=place.files)
    return replace(run, findings=tuple(replace(one, message=_told(one.message)) for one in run.findings))


def _told(message: str) -> str:
    """The one telling part of its message, which is a list of labelled fields."""
    found = _MESSAGE.search(message)
    return found[1] if found else message


TRIVY = ToolSpec(
    name="trivy",
    hint="see https://github.com/aquasecurity/trivy/releases",
    reads=_reads,
    arguments=_arguments,
    read=_read,
    exits=frozenset({0}),
    directives=(
        Directive(re.compile(_IGNORE), Reach.LINE),
        Directive(re.compile(_IGNORE), Reach.NEXT),
    ),
)
