"""One rule and what makes it usable: the lens it speaks for, how sure it is, what to do about it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import pathspec

from orchestrator.checks.languages import ANY, canonical, languages_of
from orchestrator.values.finding import Confidence, Severity

SECURITY_LENS = "security-review"
_SECURITY_CATEGORY = re.compile(r"A\d{2}\.[a-z0-9-]+")
PATTERNS = ("pattern", "patterns", "pattern-either", "pattern-regex", "pattern-sources", "taint", "match")
_LEVELS = ("ERROR", "WARNING", "INFO")


class BrokenRuleError(ValueError):
    """A rule that cannot be used; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuffRule:
    """What one ruff code means to a reviewer. `fix` is one sentence, `unless` what the code around a result says against it."""

    code: str
    lens: str
    category: str
    severity: Severity
    confidence: Confidence
    message: str
    fix: str
    unless: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SemgrepRule:
    """One semgrep rule. `body` is the rule as JSON text, `source` the file it came from, `gate` makes it a preflight rule."""

    id: str
    lens: str
    category: str
    severity: Severity
    confidence: Confidence
    level: str
    message: str
    fix: str
    gate: bool
    languages: frozenset[str]
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    body: str
    source: str

    def reads(self, path: str) -> bool:
        """True when semgrep would try this rule on `path`."""
        if not self.languages & (ANY | languages_of(path)):
            return False
        if self.include and not _globs(self.include).match_file(path):
            return False
        return not (self.exclude and _globs(self.exclude).match_file(path))


def read_semgrep_rule(entry: object, source: str) -> SemgrepRule:
    """The rule in one entry of a `rules` list; raises BrokenRuleError saying what it lacks."""
    if not isinstance(entry, dict):
        raise BrokenRuleError("is not a mapping")
    metadata = entry.get("metadata")
    if not isinstance(metadata, dict):
        raise BrokenRuleError("has no metadata")
    if not any(key in entry for key in PATTERNS):
        raise BrokenRuleError("has no pattern")
    paths = entry.get("paths") if isinstance(entry.get("paths"), dict) else {}
    lens, category = text_in(metadata, "lens"), text_in(metadata, "category")
    _check_category(lens, category)
    return SemgrepRule(
        id=text_in(entry, "id"),
        lens=lens,
        category=category,
        severity=_severity(metadata),
        confidence=_confidence(metadata),
        level=_level(entry),
        message=text_in(entry, "message"),
        fix=text_in(metadata, "fix"),
        gate=metadata.get("gate") is True,
        languages=frozenset(canonical(name) for name in names_in(entry, "languages")),
        include=names_in(paths or {}, "include", needed=False),
        exclude=names_in(paths or {}, "exclude", needed=False),
        body=rule_body(entry),
        source=source,
    )


def read_ruff_rule(code: str, entry: object) -> RuffRule:
    """The meaning of one ruff code; raises BrokenRuleError saying what it lacks."""
    if not isinstance(entry, dict):
        raise BrokenRuleError("is not a mapping")
    lens, category = text_in(entry, "lens"), text_in(entry, "category")
    _check_category(lens, category)
    return RuffRule(
        code=code,
        lens=lens,
        category=category,
        severity=_severity(entry),
        confidence=_confidence(entry),
        message=text_in(entry, "message"),
        fix=text_in(entry, "fix"),
        unless=_unless(entry),
    )


@lru_cache(maxsize=256)
def _globs(globs: tuple[str, ...]) -> pathspec.GitIgnoreSpec:
    return pathspec.GitIgnoreSpec.from_lines(globs)


def rule_body(entry: Mapping[str, object]) -> str:
    """The rule as JSON text, for semgrep."""
    try:
        return json.dumps(entry)
    except TypeError as error:
        raise BrokenRuleError(f"holds a value that is not plain data: {error}") from error


def _level(entry: Mapping[str, object]) -> str:
    level = text_in(entry, "severity")
    if level not in _LEVELS:
        raise BrokenRuleError(f"severity {level} is none of {', '.join(_LEVELS)}")
    return level


def _severity(entry: Mapping[str, object]) -> Severity:
    try:
        return Severity(text_in(entry, "severity"))
    except ValueError as error:
        raise BrokenRuleError(f"severity must be one of {', '.join(Severity)}") from error


def _confidence(entry: Mapping[str, object]) -> Confidence:
    try:
        return Confidence(text_in(entry, "confidence"))
    except ValueError as error:
        raise BrokenRuleError(f"confidence must be one of {', '.join(Confidence)}") from error


def _unless(entry: Mapping[str, object]) -> re.Pattern[str] | None:
    if "unless" not in entry:
        return None
    try:
        return re.compile(text_in(entry, "unless"))
    except re.error as error:
        raise BrokenRuleError(f"unless is no pattern: {error}") from error


def _check_category(lens: str, category: str) -> None:
    if lens == SECURITY_LENS and not _SECURITY_CATEGORY.fullmatch(category):
        raise BrokenRuleError(f"category {category} does not look like A03.sql-injection")


def text_in(entry: Mapping[str, object], key: str) -> str:
    """The text under `key`; BrokenRuleError when there is none."""
    value = entry.get(key)
    if not isinstance(value, str) or not value.strip():
        raise BrokenRuleError(f"has no {key}")
    return " ".join(value.split()) if key in {"message", "fix"} else value


def names_in(entry: Mapping[str, object], key: str, *, needed: bool = True) -> tuple[str, ...]:
    """The names under `key`, none where they are not `needed`; BrokenRuleError for anything else."""
    value = entry.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value) or (needed and not value):
        raise BrokenRuleError(f"{key} is not a list of names")
    return tuple(value)
