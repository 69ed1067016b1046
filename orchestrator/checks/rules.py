"""The rule packs: semgrep rules and the map of ruff codes, each rule tied to the lens that reports it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from orchestrator.checks.project_semgrep import ProjectRules, without
from orchestrator.checks.rule_model import BrokenRuleError, RuffRule, SemgrepRule, read_ruff_rule, read_semgrep_rule

RUFF_MAP = "ruff.yaml"
_RUFF_CODE = re.compile(r"[A-Z]{1,8}\d{0,5}|invalid-syntax")
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePack:
    """Every usable rule. `semgrep` is keyed by rule id, `ruff` by code; `problems` names each rule that was left out."""

    semgrep: Mapping[str, SemgrepRule] = field(default_factory=lambda: MappingProxyType({}))
    ruff: Mapping[str, RuffRule] = field(default_factory=lambda: MappingProxyType({}))
    problems: tuple[str, ...] = ()

    @classmethod
    def load(cls, folder: Path) -> "RulePack":
        """Reads `folder`. A broken file or rule is named in `problems` and the others are used."""
        reading = _Reading()
        for path in sorted((*folder.rglob("*.yaml"), *folder.rglob("*.yml"))):
            reading.file(path, path.relative_to(folder).as_posix())
        return cls(
            semgrep=MappingProxyType(reading.semgrep),
            ruff=MappingProxyType(reading.ruff),
            problems=tuple(reading.problems),
        )

    def with_project(self, own: ProjectRules) -> "RulePack":
        """The pack with the semgrep rules of a project; one that bears the id of a rule of ours is left out and named."""
        kept, clashes = without(own.rules, self.semgrep)
        rules = {**self.semgrep, **{rule.id: rule for rule in kept}}
        problems = (*self.problems, *own.problems, *clashes)
        return RulePack(semgrep=MappingProxyType(rules), ruff=self.ruff, problems=problems)

    def semgrep_for(self, paths: Iterable[str], lens: str | None = None) -> tuple[SemgrepRule, ...]:
        """Rules of `lens` (of every lens when None) that read at least one of `paths`, by id."""
        paths = tuple(paths)
        rules = (rule for rule in self.semgrep.values() if lens is None or rule.lens == lens)
        return tuple(rule for rule in rules if any(rule.reads(path) for path in paths))

    def has_ruff(self, lens: str) -> bool:
        """True when at least one ruff code is mapped to `lens`."""
        return any(rule.lens == lens for rule in self.ruff.values())


class _Reading:
    """Collects rules and problems while files are read."""

    def __init__(self) -> None:
        self.semgrep: dict[str, SemgrepRule] = {}
        self.ruff: dict[str, RuffRule] = {}
        self.problems: list[str] = []

    def file(self, path: Path, name: str) -> None:
        try:
            data = yaml.load(path.read_bytes(), Loader=_Loader)  # noqa: S506  the safe loader, in C where there is one
        except (OSError, yaml.YAMLError) as error:
            self.problems.append(f"{name}: cannot be read as YAML: {' '.join(str(error).split())}")
            return
        if name == RUFF_MAP:
            self._ruff_map(data, name)
        else:
            self._semgrep_rules(data, name)

    def _semgrep_rules(self, data: object, name: str) -> None:
        entries = data.get("rules") if isinstance(data, dict) else None
        if not isinstance(entries, list):
            self.problems.append(f"{name}: has no list of `rules`")
            return
        for number, entry in enumerate(entries, 1):
            try:
                rule = read_semgrep_rule(entry, name)
            except BrokenRuleError as error:
                self.problems.append(f"{name}: rule {_label(entry, number)} left out: {error}")
                continue
            if rule.id in self.semgrep:
                self.problems.append(f"{name}: rule {rule.id} left out: {self.semgrep[rule.id].source} has that id")
                continue
            self.semgrep[rule.id] = rule

    def _ruff_map(self, data: object, name: str) -> None:
        if not isinstance(data, dict):
            self.problems.append(f"{name}: is not a mapping from ruff code to rule")
            return
        for code, entry in data.items():
            try:
                if not isinstance(code, str) or not _RUFF_CODE.fullmatch(code):
                    raise BrokenRuleError("is not a ruff code")
                self.ruff[code] = read_ruff_rule(code, entry)
            except BrokenRuleError as error:
                self.problems.append(f"{name}: {code} left out: {error}")


def _label(entry: object, number: int) -> str:
    return str(entry["id"]) if isinstance(entry, dict) and "id" in entry else f"number {number}"
