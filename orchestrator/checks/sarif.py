"""SARIF 2.1.0 as a ToolRun, whoever wrote it."""

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from orchestrator.checks.changed_lines import SUPPRESSED_AT
from orchestrator.checks.json_parts import as_dict, as_list, as_text, one_line_of
from orchestrator.checks.sarif_place import Places
from orchestrator.checks.sarif_rule import Rules, severity_of
from orchestrator.checks.semgrep_output import UnusableOutputError
from orchestrator.values.analysis import ToolFinding, ToolRun, ToolStatus

_READ = "2.1."
_NO_DEFECT = frozenset({"pass", "notApplicable"})
_SHOWN = 3

Object = Mapping[str, Any]


def read_sarif(data: bytes, *, tool: str, root: Path, files: Collection[str]) -> ToolRun:
    """The run behind a SARIF log. Results outside `files` (names relative to `root`) are counted in `detail` only.

    A run that says it failed is `crashed`, its results kept. Raises UnusableOutputError for what is no SARIF 2.1.0.
    """
    runs = [_Run(as_dict(run), tool, root, files) for run in as_list(_log(data).get("runs"))]
    if not runs:
        raise UnusableOutputError("its SARIF holds no run")
    failures = [reason for run in runs for reason in run.failures()]
    findings = tuple(finding for run in runs for finding in run.findings())
    remarks = [remark for run in runs for remark in run.remarks()]
    elsewhere = sum(run.elsewhere for run in runs)
    if elsewhere:
        remarks.append(f"{elsewhere} results about no file under review left out")
    return ToolRun(
        tool=tool,
        status=ToolStatus.CRASHED if failures else ToolStatus.OK,
        version=next((run.version for run in runs if run.version), ""),
        detail=f"{tool} failed: {'; '.join(failures[:_SHOWN])}" if failures else "; ".join(remarks[:_SHOWN]),
        findings=findings,
        scanned=tuple(sorted(files)),
        partial=MappingProxyType({file: reason for run in runs for file, reason in run.partial().items()}),
    )


def _log(data: bytes) -> dict[str, Any]:
    text = data.decode("utf-8-sig", "replace").strip()
    if not text:
        raise UnusableOutputError("it printed no SARIF")
    try:
        log = json.loads(text)
    except json.JSONDecodeError as error:
        cut = text.startswith("{") and error.pos >= len(text) - 1
        raise UnusableOutputError("its SARIF breaks off in the middle" if cut else "its output is not JSON") from error
    except (ValueError, RecursionError) as error:
        raise UnusableOutputError("its output cannot be read as JSON") from error
    version = as_dict(log).get("version")
    if not isinstance(log, dict) or not isinstance(log.get("runs"), list):
        raise UnusableOutputError("its output is not SARIF")
    if not isinstance(version, str) or not version.startswith(_READ):
        raise UnusableOutputError(f"its output is SARIF {version or 'without a version'}, and only 2.1.0 is read")
    return log


class _Run:
    """One entry of `runs`."""

    def __init__(self, run: Object, tool: str, root: Path, files: Collection[str]) -> None:
        self._run = run
        self._tool = tool
        self._rules = Rules(run)
        self._places = Places(run, root, files)
        self.elsewhere = 0
        driver = as_dict(as_dict(run.get("tool")).get("driver"))
        self.version = as_text(driver.get("semanticVersion")) or as_text(driver.get("version"))

    def failures(self) -> Iterator[str]:
        """Why this run is not to be trusted. A run without a list of results never says that it found nothing."""
        for invocation in map(as_dict, as_list(self._run.get("invocations"))):
            if invocation.get("executionSuccessful") is False:
                told = (as_text(as_dict(entry.get("message")).get("text")) for entry in _notes(invocation, "error"))
                reasons = (*told, as_text(invocation.get("exitCodeDescription")), "it says so without a reason")
                yield one_line_of(next(filter(None, reasons)), 200)
        if not isinstance(self._run.get("results"), list):
            yield "it lists no results"

    def remarks(self) -> Iterator[str]:
        """Errors and warnings about the run that belong to no file."""
        for entry in self._notifications():
            if self._file_of(entry) is None:
                yield one_line_of(as_text(as_dict(entry.get("message")).get("text")) or "a remark without words", 200)

    def partial(self) -> dict[str, str]:
        """File to what the tool says about not reading it."""
        found: dict[str, str] = {}
        for entry in self._notifications():
            file = self._file_of(entry)
            if file is not None and as_text(entry.get("level")) == "error":
                text = as_text(as_dict(entry.get("message")).get("text")) or "no reason given"
                found.setdefault(file, f"{self._tool}: {one_line_of(text, 200)}")
        return found

    def findings(self) -> Iterator[ToolFinding]:
        """Results that are defects, in the order of the log."""
        for result in map(as_dict, as_list(self._run.get("results"))):
            if as_text(result.get("kind")) in _NO_DEFECT or result.get("baselineState") == "absent":
                continue
            location = as_dict(next(iter(as_list(result.get("locations"))), None))
            file = self._places.file(location)
            if file is None:
                self.elsewhere += 1
                continue
            yield self._finding(result, location, file)

    def _finding(self, result: Object, location: Object, file: str) -> ToolFinding:
        identity, rule = self._rules.of(result)
        line, end = self._places.lines(location, file)
        suppressed, at = self._suppression(result, file, line)
        return ToolFinding(
            tool=self._tool,
            rule=identity,
            severity=severity_of(result, rule),
            file=file,
            line=line,
            end_line=end,
            message=self._rules.message(result, rule) or identity,
            suppressed_inline=suppressed,
            metadata=MappingProxyType({SUPPRESSED_AT: str(at)} if at else {}),
        )

    def _suppression(self, result: Object, file: str, line: int) -> tuple[bool, int]:
        """Whether the tool was told to be silent, and the line of the comment that says so, 0 when it is in no file.

        A comment whose place is not given is taken to stand on the line of the result, where most tools want it.
        """
        entries = [as_dict(entry) for entry in as_list(result.get("suppressions"))]
        if not entries or any(as_text(entry.get("status")) in {"underReview", "rejected"} for entry in entries):
            return False, 0
        inside = next((entry for entry in entries if entry.get("kind") == "inSource"), None)
        if inside is None:
            return True, 0
        location = as_dict(inside.get("location"))
        return True, self._places.lines(location, file)[0] if self._places.file(location) == file else line

    def _notifications(self) -> Iterator[Object]:
        for invocation in map(as_dict, as_list(self._run.get("invocations"))):
            yield from _notes(invocation, "error", "warning")

    def _file_of(self, entry: Object) -> str | None:
        return self._places.file(as_dict(next(iter(as_list(entry.get("locations"))), None)))


def _notes(invocation: Object, *levels: str) -> Iterator[Object]:
    for key in ("toolExecutionNotifications", "toolConfigurationNotifications"):
        for entry in map(as_dict, as_list(invocation.get(key))):
            if (as_text(entry.get("level")) or "warning") in levels:
                yield entry
