"""The semgrep rules of a project: read from its own files, run in the same start as ours, heard by the gate."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import yaml

from orchestrator.checks.languages import canonical, is_known
from orchestrator.checks.rule_model import (
    PATTERNS,
    BrokenRuleError,
    SemgrepRule,
    names_in,
    rule_body,
    text_in,
)
from orchestrator.strict_yaml import load_strict
from orchestrator.values.finding import Confidence, Severity

_LEVELS: Mapping[str, tuple[str, Severity]] = {
    **dict.fromkeys(("ERROR", "CRITICAL", "HIGH"), ("ERROR", Severity.ERROR)),
    **dict.fromkeys(("WARNING", "MEDIUM"), ("WARNING", Severity.WARNING)),
    **dict.fromkeys(("INFO", "LOW"), ("INFO", Severity.SUGGESTION)),
}


@dataclass(frozen=True, slots=True)
class ProjectRules:
    """Usable rules, and a line for each that was left out."""

    rules: tuple[SemgrepRule, ...] = ()
    problems: tuple[str, ...] = ()


NO_PROJECT_RULES = ProjectRules()


def read_project_rules(files: Mapping[str, str]) -> ProjectRules:
    """Rules of `files` (path to text). What cannot be used is named in `problems`, and the others are used."""
    rules: dict[str, SemgrepRule] = {}
    problems: list[str] = []
    for path, text in sorted(files.items()):
        try:
            entries = list(_entries(text))
        except BrokenRuleError as error:
            problems.append(f"{path}: {error}")
            continue
        for number, entry in enumerate(entries, 1):
            try:
                rule = _rule(entry, path)
                if rule.id in rules:
                    raise BrokenRuleError(f"{rules[rule.id].source} has that id")
                rules[rule.id] = rule
            except BrokenRuleError as error:
                problems.append(f"{path}: rule {_label(entry, number)} left out: {error}")
    return ProjectRules(tuple(rules.values()), tuple(problems))


def _entries(text: str) -> Iterator[object]:
    try:
        data = load_strict(text)
    except yaml.YAMLError as error:
        raise BrokenRuleError(f"cannot be read as YAML: {' '.join(str(error).split())}") from error
    entries = data.get("rules") if isinstance(data, dict) else None
    if not isinstance(entries, list):
        raise BrokenRuleError("has no list of `rules`")
    yield from entries


def _rule(entry: object, source: str) -> SemgrepRule:
    """A rule of severity ERROR is one for the gate; the others are kept for the lenses to see."""
    if not isinstance(entry, dict):
        raise BrokenRuleError("is not a mapping")
    if not any(key in entry for key in PATTERNS):
        raise BrokenRuleError("has no pattern")
    given = text_in(entry, "severity").upper()
    if given not in _LEVELS:
        raise BrokenRuleError(f"severity {given} is none of {', '.join(_LEVELS)}")
    level, severity = _LEVELS[given]
    languages = frozenset(canonical(name) for name in names_in(entry, "languages"))
    if not any(map(is_known, languages)):
        raise BrokenRuleError(f"no file is known to be written in {', '.join(sorted(languages))}")
    paths = entry.get("paths") if isinstance(entry.get("paths"), dict) else {}
    return SemgrepRule(
        id=text_in(entry, "id"),
        lens="",
        category="",
        severity=severity,
        confidence=Confidence.HIGH,
        level=level,
        message=text_in(entry, "message"),
        fix="",
        gate=severity is Severity.ERROR,
        languages=languages,
        include=names_in(paths or {}, "include", needed=False),
        exclude=names_in(paths or {}, "exclude", needed=False),
        body=rule_body(entry),
        source=source,
    )


def _label(entry: object, number: int) -> str:
    return str(entry["id"]) if isinstance(entry, dict) and "id" in entry else f"number {number}"


def without(
    rules: Sequence[SemgrepRule], taken: Mapping[str, SemgrepRule]
) -> tuple[tuple[SemgrepRule, ...], list[str]]:
    """`rules` less those whose id one of `taken` bears, and a line for each that goes."""
    clashes = [rule for rule in rules if rule.id in taken]
    said = [f"{rule.source}: rule {rule.id} left out: {taken[rule.id].source} has that id" for rule in clashes]
    return tuple(rule for rule in rules if rule.id not in taken), said
