"""The shipped rules: each is well formed, speaks for a real lens, and finds what its cases say and nothing else."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest
import yaml

from orchestrator.checks.ruff import RuffAnalyzer
from orchestrator.checks.rules import RulePack
from orchestrator.checks.semgrep import SemgrepAnalyzer
from orchestrator.lenses.registry import parse_registry
from orchestrator.system.process import ProcessDoor
from orchestrator.values.analysis import ToolRun, ToolStatus
from orchestrator.values.finding import Confidence, Severity
from tests.unit.rules.offline_cases import (
    CASES,
    PACKS,
    REPOSITORY,
    RUFF_MAP,
    Hit,
    case_files,
    copy_cases,
    expected,
    is_bad,
)

REQUIRED = {"lens", "category", "severity", "confidence", "fix"}
LEVELS = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.SUGGESTION: "INFO"}
MAIN_LENSES = {
    "security-review": 14,
    "correctness-review": 4,
    "structure-review": 2,
    "complexity-review": 2,
    "performance-review": 4,
    "concurrency-review": 3,
    "test-review": 3,
    "a11y-review": 4,
}


@pytest.fixture(scope="module")
def raw() -> list[tuple[str, dict[str, Any]]]:
    """Every semgrep rule as it stands in its file, with the file's name."""
    files = sorted(PACKS.glob("*.yaml"))
    return [(path.name, rule) for path in files for rule in yaml.safe_load(path.read_bytes())["rules"]]


@pytest.fixture(scope="module")
def rules() -> RulePack:
    """The rules as the product loads them."""
    return RulePack.load(RUFF_MAP.parent)


def entries(rules: RulePack) -> list[tuple[str, str, str, str, str]]:
    """(id, lens, category, message, fix) of every rule of both tools."""
    semgrep = [(rule.id, rule.lens, rule.category, rule.message, rule.fix) for rule in rules.semgrep.values()]
    ruff = [(rule.code, rule.lens, rule.category, rule.message, rule.fix) for rule in rules.ruff.values()]
    return semgrep + ruff


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.lower()))


def test_the_product_loads_every_rule(rules: RulePack, raw: list[tuple[str, dict[str, Any]]]) -> None:
    assert rules.problems == ()
    assert len(rules.semgrep) == len(raw) > 100
    assert rules.ruff


def test_ids_are_unique_kebab_case(raw: list[tuple[str, dict[str, Any]]]) -> None:
    ids = [rule["id"] for _, rule in raw]
    assert sorted(ids) == sorted(set(ids))
    assert [name for name in ids if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", name)] == []


def test_metadata_is_complete_and_the_two_severities_agree(raw: list[tuple[str, dict[str, Any]]]) -> None:
    for file, rule in raw:
        metadata = rule["metadata"]
        assert metadata.keys() >= REQUIRED, rule["id"]
        assert metadata.keys() <= REQUIRED | {"gate"}, rule["id"]
        assert rule["severity"] == LEVELS[Severity(metadata["severity"])], rule["id"]
        assert file.startswith(metadata["lens"]), f"{rule['id']} stands in {file}"


def test_lenses_stand_in_the_registry_and_categories_in_the_lens_file(rules: RulePack) -> None:
    registered = parse_registry((REPOSITORY / "knowledge" / "agent-registry.md").read_text(encoding="utf-8"))
    for name, lens, category, _, _ in entries(rules):
        assert lens in registered, name
        if lens == "security-review":
            assert re.fullmatch(r"A\d{2}\.[a-z0-9-]+", category), name
        elif category != "syntax-error":
            text = (REPOSITORY / "agents" / f"{lens}.md").read_text(encoding="utf-8")
            assert f"`{category}`" in text, f"{name}: {category} is no category of {lens}"


def test_messages_and_fixes_say_more_than_the_id(rules: RulePack) -> None:
    for name, _, category, message, fix in entries(rules):
        news = words(message) - words(name) - words(category)
        assert len(news) >= 6, f"{name}: {message}"
        assert message.endswith((".", "!", ")")), name
        assert fix.endswith("."), name
        assert len(message) <= 320, name
        assert len(fix) <= 220, name


def test_few_rules_end_a_run_at_the_gate_and_only_such_as_are_certain(rules: RulePack) -> None:
    gates = [rule for rule in rules.semgrep.values() if rule.gate]
    assert 6 <= len(gates) <= 12
    earned = {("security-review", Severity.ERROR, Confidence.HIGH)}
    assert {(rule.lens, rule.severity, rule.confidence) for rule in gates} == earned


def test_the_page_on_checks_lists_the_rules_of_the_gate(rules: RulePack) -> None:
    page = (REPOSITORY / "docs" / "checks.md").read_text(encoding="utf-8")
    table = page.partition("### Rules of ours that stop a run")[2].partition("\n#")[0]
    listed = re.findall(r"^\| `([a-z0-9-]+)` \|", table, re.MULTILINE)
    assert listed == sorted(rule.id for rule in rules.semgrep.values() if rule.gate)


def test_the_installed_ruff_knows_every_code_as_stable(rules: RulePack) -> None:
    command = [sys.executable, "-m", "ruff", "rule", "--all", "--output-format", "json"]
    known = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    stable = {rule["code"] for rule in known if not rule.get("preview")}
    assert sorted(rules.ruff.keys() - stable) == []


def test_every_rule_has_a_case_and_every_bad_case_a_clean_twin(rules: RulePack) -> None:
    asked = {hit.rule for hit in expected()}
    assert sorted(rules.semgrep.keys() - asked) == []
    assert sorted(rules.ruff.keys() - asked) == []
    assert sorted(asked - rules.semgrep.keys() - rules.ruff.keys()) == []
    for path in filter(is_bad, case_files()):
        assert path.with_name(path.name.replace("bad", "good", 1)).is_file(), path


def test_the_main_lenses_have_enough_cases() -> None:
    for lens, least in MAIN_LENSES.items():
        topics = {path.parent for path in (CASES / lens).rglob("bad*")}
        assert len(topics) >= least, lens


async def both_tools(rules: RulePack, root: Path, files: Sequence[str]) -> tuple[ToolRun, ToolRun]:
    return (
        await SemgrepAnalyzer(ProcessDoor(), rules).analyze(root, files),
        await RuffAnalyzer(ProcessDoor(), rules).analyze(root, files),
    )


@pytest.mark.slow
def test_the_rules_find_what_the_cases_mark_and_nothing_else(rules: RulePack, tmp_path: Path) -> None:
    root = copy_cases(tmp_path / "cases")
    files = [path.relative_to(CASES).as_posix() for path in case_files()]
    runs = anyio.run(both_tools, rules, root, files)
    found: set[Hit] = set()
    for run in runs:
        assert (run.status, run.detail, dict(run.partial)) == (ToolStatus.OK, "", {})
        found |= {Hit(finding.file, finding.line, finding.rule) for finding in run.findings}
    assert sorted(expected() - found) == []
    assert sorted(found - expected()) == []
