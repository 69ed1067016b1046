"""What ruff printed, as a ToolRun."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from orchestrator.checks.changed_lines import SUPPRESSED_AT
from orchestrator.checks.ruff_context import is_refuted
from orchestrator.checks.rule_model import RuffRule
from orchestrator.checks.rules import RulePack
from orchestrator.checks.suppressions import ruff_suppression
from orchestrator.values.analysis import ToolFinding, ToolRun, ToolStatus
from orchestrator.values.finding import Confidence, Severity

SYNTAX = "invalid-syntax"
_SYNTAX_RULE = RuffRule(
    code=SYNTAX,
    lens="correctness-review",
    category="syntax-error",
    severity=Severity.ERROR,
    confidence=Confidence.HIGH,
    message="Python cannot parse this file, so importing it fails for everyone who runs it.",
    fix="Correct the syntax so that the file parses.",
)
_NEWER_PYTHON = re.compile(r"\(syntax was added in Python|on Python 3\.\d+ \(", re.IGNORECASE)
_UNREAD = re.compile(r"Failed to lint (.+?): (.+)")
_PLACEHOLDER = re.compile(r"\{\{|\{%")


def read_output(data: bytes, root: Path, targets: Sequence[str], rules: RulePack, detail: str) -> ToolRun | None:
    """The run behind ruff's JSON, None when it is not a list of results. Only the first syntax error of a file is kept."""
    try:
        entries = json.loads(data)
    except ValueError:
        return None
    if not isinstance(entries, list):
        return None
    reader = _Reader(root, rules.ruff)
    findings = [finding for entry in entries if (finding := reader.finding(entry)) is not None]
    return ToolRun(
        tool="ruff",
        status=ToolStatus.OK,
        detail=detail,
        findings=tuple(sorted(findings, key=lambda finding: finding.place)),
        scanned=tuple(sorted(targets)),
        partial=MappingProxyType(reader.partial),
    )


def unread_files(stderr: bytes, targets: Sequence[str]) -> Mapping[str, str]:
    """Files that ruff could not open, with its reason: it passes over them and ends as if they were clean."""
    said = _UNREAD.findall(stderr.decode("utf-8", "replace"))
    reasons = {file: f"ruff could not read it: {' '.join(why.split())}" for file, why in said}
    return {target: reasons[target] for target in targets if target in reasons}


class _Reader:
    """Turns results into findings and notes the files that ruff could not parse."""

    def __init__(self, root: Path, rules: Mapping[str, RuffRule]) -> None:
        self._root = root
        self._rules = rules
        self._lines: dict[str, tuple[str, ...]] = {}
        self.partial: dict[str, str] = {}

    def finding(self, entry: Mapping[str, Any]) -> ToolFinding | None:
        file = Path(entry["filename"]).relative_to(self._root).as_posix()
        line, end = int(entry["location"]["row"]), int(entry["end_location"]["row"])
        code = entry.get("code") or SYNTAX
        if code == SYNTAX:
            return self._syntax(file, line, str(entry["message"]))
        rule, said = self._rules.get(code), str(entry["message"])
        if rule is None or is_refuted(rule, said, self._source(file), line, end):
            return None
        return rule_finding(rule, file, line, end, said, self._source(file))

    def _syntax(self, file: str, line: int, message: str) -> ToolFinding | None:
        if file in self.partial or _NEWER_PYTHON.search(message):
            return None
        self.partial[file] = f"ruff could not parse it: syntax error on line {line}"
        if _PLACEHOLDER.search("\n".join(self._source(file)[max(0, line - 2) : line])):
            return None  # a template of a Python file is not meant to parse before it is rendered
        return _finding(self._rules.get(SYNTAX, _SYNTAX_RULE), file, line, line, message, None)

    def _source(self, file: str) -> tuple[str, ...]:
        if file not in self._lines:
            text = (self._root / file).read_text(encoding="utf-8", errors="replace")
            self._lines[file] = tuple(text.split("\n"))
        return self._lines[file]


def rule_finding(rule: RuffRule, file: str, line: int, end: int, said: str, source: Sequence[str]) -> ToolFinding:
    """A result of `rule` on the lines `source` of `file`; `said` is ruff's own message."""
    return _finding(rule, file, line, end, said, ruff_suppression(source, line, end, rule.code))


def said_of(finding: ToolFinding, rule: RuffRule) -> str:
    """ruff's own message behind a finding of `rule`, without the dot at its end."""
    return finding.message.removesuffix(f". {rule.message}")


def _finding(rule: RuffRule, file: str, line: int, end: int, said: str, at: int | None) -> ToolFinding:
    metadata = {"lens": rule.lens, "category": rule.category, "confidence": rule.confidence.value}
    return ToolFinding(
        tool="ruff",
        rule=rule.code,
        severity=rule.severity.value,
        file=file,
        line=line,
        end_line=end,
        message=f"{said.rstrip('.')}. {rule.message}",
        fix=rule.fix,
        suppressed_inline=at is not None,
        metadata=MappingProxyType(metadata if at is None else {**metadata, SUPPRESSED_AT: str(at)}),
    )
