"""The semgrep rules of a project: where they are looked for, what each becomes, what is left out."""

from pathlib import Path

import pytest

from orchestrator.checks.project_semgrep import read_project_rules
from orchestrator.scope.policy_files import is_policy_file, is_semgrep_rule_file
from orchestrator.wiring.policy import load_policy
from tests.support.trees import MemoryTree
from tests.unit.checks.packs import load_pack

RULE = "{{id: {id}, languages: [py], severity: {severity}, message: Said., pattern: f(...)}}"


def rules_file(*rules: str) -> str:
    return f"rules: [{', '.join(rules)}]\n"


def rule(name: str, severity: str = "ERROR") -> str:
    return RULE.format(id=name, severity=severity)


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        (".semgrep.yml", True),
        (".semgrep/rules.yaml", True),
        (".semgrep/python/deep/rules.yml", True),
        (".semgrepignore", False),
        ("sub/.semgrep.yml", False),
        (".semgrep/README.md", False),
    ],
)
def test_rules_are_policy_and_have_their_places(path: str, wanted: bool) -> None:
    assert is_semgrep_rule_file(path) is wanted
    assert is_policy_file(path) is wanted


def test_a_rule_stops_a_run_by_its_severity_and_speaks_for_no_lens() -> None:
    levels = ("ERROR", "CRITICAL", "WARNING", "MEDIUM", "INFO", "low")
    found = read_project_rules({".semgrep.yml": rules_file(*(rule(f"r{n}", level) for n, level in enumerate(levels)))})
    assert [(one.gate, one.severity.value) for one in found.rules] == [
        (True, "error"),
        (True, "error"),
        (False, "warning"),
        (False, "warning"),
        (False, "suggestion"),
        (False, "suggestion"),
    ]
    assert {one.lens for one in found.rules} == {""}
    assert found.rules[0].reads("a.py")
    assert not found.rules[0].reads("a.js")
    assert found.problems == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules: [", "x.yml: cannot be read as YAML: "),
        ("- a\n", "x.yml: has no list of `rules`"),
        ("rules: [3]", "x.yml: rule number 1 left out: is not a mapping"),
        ("rules: [{id: a, languages: [py], severity: ERROR, message: m}]", "x.yml: rule a left out: has no pattern"),
        (rules_file(rule("a", "LOUD")), "x.yml: rule a left out: severity LOUD is none of "),
        (rules_file(rule("a"), rule("a")), "x.yml: rule a left out: x.yml has that id"),
        (
            rules_file(rule("a").replace("[py]", "[Klingon]")),
            "x.yml: rule a left out: no file is known to be written in klingon",
        ),
        (
            "rules: [{id: a, severity: ERROR, message: m, pattern: f()}]",
            "x.yml: rule a left out: languages is not a list",
        ),
    ],
)
def test_what_cannot_be_used_is_named_and_costs_only_itself(text: str, said: str) -> None:
    found = read_project_rules({"x.yml": text, "y.yml": rules_file(rule("good"))})
    assert found.rules[-1].id == "good"
    assert len(found.problems) == 1
    assert found.problems[0].startswith(said)


def test_a_rule_of_ours_cannot_be_replaced(tmp_path: Path) -> None:
    pack = load_pack(tmp_path / "rules")
    own = read_project_rules({".semgrep.yml": rules_file(rule("py-eval"), rule("mine"))})
    joined = pack.with_project(own)
    assert joined.semgrep["py-eval"] == pack.semgrep["py-eval"]
    assert [one.id for one in joined.semgrep_for(["a.py"])] == ["py-eval", "mine"]
    assert joined.problems == (".semgrep.yml: rule py-eval left out: rules.yaml has that id",)
    assert [one.id for one in joined.semgrep_for(["a.py"], "security-review")] == ["py-eval"]


def test_policy_reads_the_rules_of_the_project() -> None:
    policy = load_policy(MemoryTree({".semgrep/a.yml": rules_file(rule("a")), ".semgrep/b.yml": "rules: ["}))
    assert [one.id for one in policy.semgrep.rules] == ["a"]
    assert policy.semgrep.problems[0].startswith(".semgrep/b.yml: cannot be read as YAML")
