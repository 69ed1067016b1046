"""What readers of JSON output share: the value behind the bytes, one finding, the run around them."""

import json
import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from orchestrator.checks.json_parts import one_line_of
from orchestrator.checks.semgrep_output import UnusableOutputError
from orchestrator.checks.tools.adapter import Workplace
from orchestrator.values.analysis import ToolFinding, ToolRun, ToolStatus


def json_of(data: bytes, key: str = "") -> list[Any]:
    """The list a tool printed, or the one below `key` of the object it printed; UnusableOutputError for anything else."""
    try:
        value = json.loads(data.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError) as error:
        raise UnusableOutputError("its output is not JSON") from error
    if key:
        value = value.get(key) if isinstance(value, dict) else None
    if not isinstance(value, list):
        raise UnusableOutputError("its output has another shape than the versions this adapter knows")
    return value


def file_of(name: str, place: Workplace) -> str | None:
    """The file a tool means by `name`, or None when it is none of those it was given."""
    root = f"{place.root.as_posix()}/"
    path = posixpath.normpath(name.removeprefix(root)) if name else ""
    return path if path in place.files else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One result as a tool put it: `file` in the tool's own spelling, `line` and `end` as they came."""

    rule: str
    severity: str
    file: str
    line: int | None
    message: str
    end: int | None = None
    fix: str = ""
    suppressed: bool = False


def finding_of(tool: str, place: Workplace, result: Result) -> ToolFinding | None:
    """The finding behind `result`, or None when it is about a file that was not handed over."""
    path = file_of(result.file, place)
    if path is None:
        return None
    start = max(1, result.line or 1)
    return ToolFinding(
        tool=tool,
        rule=result.rule,
        severity=result.severity,
        file=path,
        line=start,
        end_line=max(start, result.end or start),
        message=one_line_of(result.message) or result.rule,
        fix=one_line_of(result.fix),
        suppressed_inline=result.suppressed,
    )


def run_of(
    tool: str,
    place: Workplace,
    findings: Iterable[ToolFinding | None],
    *,
    partial: Mapping[str, str] = MappingProxyType({}),
) -> ToolRun:
    """A run that came to its end."""
    return ToolRun(
        tool=tool,
        status=ToolStatus.OK,
        findings=tuple(finding for finding in findings if finding is not None),
        scanned=tuple(sorted(place.files)),
        partial=MappingProxyType(dict(partial)),
    )
