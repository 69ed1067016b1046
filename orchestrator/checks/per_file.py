"""Tools that judge each file alone, seen by the cache: what decides an answer, and how an answer is kept and read."""

import json
from collections.abc import Sequence
from dataclasses import astuple
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from orchestrator.checks.answers import Mark
from orchestrator.checks.quotations import put_back, take_out
from orchestrator.checks.ruff import RuffAnalyzer, ruff_arguments
from orchestrator.checks.ruff_output import SYNTAX, said_of
from orchestrator.checks.ruff_output import rule_finding as ruff_finding
from orchestrator.checks.rule_model import RuffRule, SemgrepRule
from orchestrator.checks.rules import RulePack
from orchestrator.checks.semgrep import SemgrepAnalyzer, semgrep_arguments
from orchestrator.checks.semgrep_output import rule_finding as semgrep_finding
from orchestrator.seams import Analyzer
from orchestrator.values.analysis import ToolFinding

# Codes of ruff that ask what lies beside a file: imports of the project's own, packages, names of modules.
_LOOKS_AROUND = ("A005", "D1", "F401", "I0", "INP", "N999", "TC", "TID")
_ALONE = frozenset({"", "search", "taint", "extract"})


class PerFile(Protocol):
    """What the cache asks about a tool. `mark` and `restore` are each other's inverse or None."""

    @property
    def analyzer(self) -> Analyzer:
        """The tool itself."""
        ...

    @property
    def alone(self) -> bool:
        """True when no rule in force looks beyond one file."""
        ...

    @property
    def detail(self) -> str:
        """What a run says when the tool could use every rule."""
        ...

    def rules_of(self, file: str) -> str:
        """A digest of everything but the file that decides the answer about it; empty when no rule reads it."""
        ...

    def mark(self, finding: ToolFinding, text: str) -> Mark | None:
        """`finding` without the words of the file; None when it cannot be kept."""
        ...

    def restore(self, file: str, mark: Mark, text: str, lines: Sequence[str]) -> ToolFinding | None:
        """The finding behind `mark`; None when rule or place are not there."""
        ...


class SemgrepPerFile:
    """PerFile for semgrep over `rules`."""

    def __init__(self, analyzer: SemgrepAnalyzer, rules: RulePack) -> None:
        self.analyzer: Analyzer = analyzer
        self._rules = rules

    @cached_property
    def alone(self) -> bool:
        """False as soon as one rule joins results of several files."""
        return all(map(_judges_alone, self._rules.semgrep.values()))

    @property
    def detail(self) -> str:
        """The rules that the pack itself left out."""
        return "; ".join(self._rules.problems)

    @cached_property
    def _alike(self) -> tuple[tuple[SemgrepRule, str], ...]:
        """One of all rules that read the same files, with the digest of them all: globs are slow to match."""
        groups: dict[tuple[object, ...], list[SemgrepRule]] = {}
        for rule in self._rules.semgrep.values():
            groups.setdefault((rule.languages, rule.include, rule.exclude), []).append(rule)
        return tuple((group[0], _digest(*(rule.body for rule in group))) for group in groups.values())

    def rules_of(self, file: str) -> str:
        """The rules that read `file`, and the command line."""
        digests = [digest for rule, digest in self._alike if rule.reads(file)]
        return _digest(*semgrep_arguments("", Path("rules"), Path("root")), *digests) if digests else ""

    def mark(self, finding: ToolFinding, text: str) -> Mark | None:
        """Rule and place. A message into which semgrep put code is not kept."""
        del text
        rule = self._rules.semgrep.get(finding.rule)
        if rule is None or finding.end_line is None or finding.message != rule.message or not rule.reads(finding.file):
            return None
        return Mark(finding.rule, finding.line, finding.end_line)

    def restore(self, file: str, mark: Mark, text: str, lines: Sequence[str]) -> ToolFinding | None:
        """The finding as `semgrep_output` reads it."""
        del text
        rule = self._rules.semgrep.get(mark.rule)
        if rule is None or mark.said:
            return None
        return semgrep_finding(rule, file, mark.line, mark.end, rule.message, lines)


class RuffPerFile:
    """PerFile for ruff with the codes of `rules`."""

    def __init__(self, analyzer: RuffAnalyzer, rules: RulePack) -> None:
        self.analyzer: Analyzer = analyzer
        self._rules = rules

    @property
    def alone(self) -> bool:
        """False as soon as one code asks what lies beside the file."""
        return not any(code.startswith(_LOOKS_AROUND) for code in self._rules.ruff)

    @property
    def detail(self) -> str:
        """Nothing: only codes that this ruff does not know are named."""
        return ""

    @cached_property
    def _digest(self) -> str:
        rules = (str(getattr(value, "pattern", value)) for rule in self._codes for value in astuple(rule))
        return _digest(*ruff_arguments("", Path("root"), [rule.code for rule in self._codes]), *rules)

    @property
    def _codes(self) -> tuple[RuffRule, ...]:
        return tuple(self._rules.ruff.values())

    def rules_of(self, file: str) -> str:
        """All codes, and the command line."""
        codes = any(code != SYNTAX for code in self._rules.ruff)
        return self._digest if codes and self.analyzer.reads(file) else ""

    def mark(self, finding: ToolFinding, text: str) -> Mark | None:
        """Code, place and ruff's own words, what they quote replaced by its place in `text`."""
        rule = self._rules.ruff.get(finding.rule)
        said = take_out(said_of(finding, rule), text) if rule else None
        if said is None or finding.end_line is None:
            return None
        return Mark(finding.rule, finding.line, finding.end_line, said)

    def restore(self, file: str, mark: Mark, text: str, lines: Sequence[str]) -> ToolFinding | None:
        """The finding as `ruff_output` reads it."""
        rule, said = self._rules.ruff.get(mark.rule), put_back(mark.said, text)
        if rule is None or not said:
            return None
        return ruff_finding(rule, file, mark.line, mark.end, said, lines)


def _judges_alone(rule: SemgrepRule) -> bool:
    entry = json.loads(rule.body)
    options = entry.get("options")
    joined = isinstance(options, dict) and bool(options.get("interfile"))
    return entry.get("mode", "") in _ALONE and not joined


def _digest(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()
