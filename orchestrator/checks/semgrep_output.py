"""What semgrep printed, as a ToolRun."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from orchestrator.checks.changed_lines import SUPPRESSED_AT
from orchestrator.checks.rule_model import SemgrepRule
from orchestrator.checks.suppressions import semgrep_suppression
from orchestrator.values.analysis import ToolFinding, ToolRun, ToolStatus

_LEVELS = MappingProxyType({"ERROR": "error", "WARNING": "warning", "INFO": "suggestion"})


class UnusableOutputError(ValueError):
    """The output is not a report, or the report says that nothing was scanned because semgrep failed."""


def read_output(
    data: bytes, root: Path, files: Sequence[str], rules: Sequence[SemgrepRule], problems: Sequence[str]
) -> ToolRun:
    """The run behind semgrep's JSON. `files` are relative to `root`; `problems` of the rule pack join its detail.

    Raises UnusableOutputError when the run as a whole failed.
    """
    report = _report(data)
    known = {rule.id: rule for rule in rules}
    reader = _Reader(root, known)
    partial, broken = reader.errors(report.get("errors", []))
    scanned = tuple(sorted(reader.path(name) for name in report["paths"].get("scanned", [])))
    for file in sorted(set(files) - set(scanned) - set(partial)):
        if any(rule.reads(file) for rule in rules):
            partial[file] = "semgrep did not scan it"
    return ToolRun(
        tool="semgrep",
        status=ToolStatus.OK,
        version=str(report.get("version", "")),
        detail="; ".join((*problems, *broken)),
        findings=tuple(sorted(map(reader.finding, report["results"]), key=lambda finding: finding.place)),
        scanned=scanned,
        partial=MappingProxyType(partial),
    )


def _report(data: bytes) -> dict[str, Any]:
    try:
        report = json.loads(data)
    except ValueError as error:
        raise UnusableOutputError("its output is not JSON") from error
    if not isinstance(report, dict) or not isinstance(report.get("results"), list):
        raise UnusableOutputError("its output is not a report")
    if not isinstance(report.get("paths"), dict):
        raise UnusableOutputError("its report lists no scanned files")
    return report


class _Reader:
    """Turns entries of the report into values; keeps the lines of files it had to look into."""

    def __init__(self, root: Path, rules: Mapping[str, SemgrepRule]) -> None:
        self._root = root
        self._rules = rules
        self._lines: dict[str, tuple[str, ...]] = {}

    def path(self, name: str) -> str:
        full = Path(name)
        return (full.relative_to(self._root) if full.is_absolute() else full).as_posix()

    def errors(self, entries: Sequence[Mapping[str, Any]]) -> tuple[dict[str, str], list[str]]:
        partial: dict[str, str] = {}
        broken: list[str] = []
        for entry in entries:
            text = str(entry.get("message") or entry.get("long_msg") or "no reason given")
            # Where the copy lies means nothing to a reader, and is different each time.
            text = " ".join(text.replace(f"{self._root}/", "").split()).rstrip(":")[:200]
            if entry.get("path"):
                partial.setdefault(self.path(entry["path"]), _partial_reason(entry, text))
            elif entry.get("rule_id"):
                broken.append(f"rule {self._rule_id(entry['rule_id'])} left out: {text}")
            elif entry.get("level") == "error":
                raise UnusableOutputError(text)
        return partial, broken

    def finding(self, result: Mapping[str, Any]) -> ToolFinding:
        extra = result["extra"]
        rule_id = self._rule_id(result["check_id"])
        file = self.path(result["path"])
        line, end = int(result["start"]["line"]), int(result["end"]["line"])
        message = " ".join(str(extra["message"]).split())
        rule = self._rules.get(rule_id)
        if rule is not None:
            return rule_finding(rule, file, line, end, message, self._source(file))
        at = semgrep_suppression(self._source(file), line, rule_id)
        return ToolFinding(
            tool="semgrep",
            rule=rule_id,
            severity=_LEVELS.get(extra.get("severity", ""), "warning"),
            file=file,
            line=line,
            end_line=end,
            message=message,
            suppressed_inline=at is not None,
            metadata=_with_place({str(key): str(value) for key, value in extra.get("metadata", {}).items()}, at),
        )

    def _rule_id(self, check_id: str) -> str:
        """semgrep puts the folders of the configuration in front of an id; ours may itself hold dots."""
        parts = check_id.split(".")
        tails = (".".join(parts[start:]) for start in range(len(parts)))
        return next((tail for tail in tails if tail in self._rules), parts[-1])

    def _source(self, file: str) -> tuple[str, ...]:
        if file not in self._lines:
            text = (self._root / file).read_text(encoding="utf-8", errors="replace")
            self._lines[file] = tuple(text.split("\n"))
        return self._lines[file]


def _partial_reason(entry: Mapping[str, Any], text: str) -> str:
    kind = entry.get("type")
    name = kind[0] if isinstance(kind, list) and kind else kind
    lines = sorted({span["start"]["line"] for span in entry.get("spans") or ()})
    if name in {"PartialParsing", "Syntax error"} and lines:
        return f"semgrep could not parse it from line {lines[0]}"
    return f"semgrep: {name}: {text}"


def rule_finding(rule: SemgrepRule, file: str, line: int, end: int, message: str, source: Sequence[str]) -> ToolFinding:
    """A result of `rule` on the lines `source` of `file`."""
    at = semgrep_suppression(source, line, rule.id)
    metadata = {"lens": rule.lens, "category": rule.category, "confidence": rule.confidence.value, "level": rule.level}
    return ToolFinding(
        tool="semgrep",
        rule=rule.id,
        severity=rule.severity.value,
        file=file,
        line=line,
        end_line=end,
        message=message,
        fix=rule.fix,
        suppressed_inline=at is not None,
        metadata=_with_place({**metadata, "gate": "true"} if rule.gate else metadata, at),
    )


def _with_place(metadata: Mapping[str, str], at: int | None) -> Mapping[str, str]:
    return MappingProxyType(dict(metadata) if at is None else {**metadata, SUPPRESSED_AT: str(at)})
