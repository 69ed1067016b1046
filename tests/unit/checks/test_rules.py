from pathlib import Path

import pytest

from orchestrator.checks.rules import RulePack
from orchestrator.values.finding import Confidence, Severity

GOOD = """
rules:
  - id: py-eval
    languages: [py]
    severity: ERROR
    message: >
      eval runs
      whatever it is given
    pattern: eval(...)
    paths: {exclude: ["vendored/"]}
    metadata:
      {lens: security-review, category: A03.code-injection, confidence: high, severity: error, fix: Parse it., gate: true}
"""
RUFF = "B006: {lens: correctness-review, category: default, severity: warning, confidence: high, message: m, fix: f}\n"


def _pack(folder: Path, **files: str) -> RulePack:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text)
    return RulePack.load(folder)


def test_a_rule_carries_all_that_a_finding_needs(tmp_path: Path) -> None:
    rule = _pack(tmp_path, good=GOOD).semgrep["py-eval"]
    assert (rule.lens, rule.category) == ("security-review", "A03.code-injection")
    assert (rule.severity, rule.confidence, rule.level) == (Severity.ERROR, Confidence.HIGH, "ERROR")
    assert rule.message == "eval runs whatever it is given"
    assert rule.fix == "Parse it."
    assert rule.gate
    assert rule.source == "good.yaml"


def test_a_rule_reads_files_of_its_language_outside_what_it_excludes(tmp_path: Path) -> None:
    rule = _pack(tmp_path, good=GOOD).semgrep["py-eval"]
    assert rule.reads("src/a.py")
    assert not rule.reads("src/a.js")
    assert not rule.reads("vendored/a.py")


def test_rules_are_chosen_by_lens_and_by_what_they_can_read(tmp_path: Path) -> None:
    generic = GOOD.replace("py-eval", "any-text").replace("[py]", "[generic]").replace("vendored/", "*.md")
    pack = _pack(tmp_path, good=GOOD, other=generic.replace("security-review", "arch-review"))
    assert [rule.id for rule in pack.semgrep_for(["a.py"])] == ["py-eval", "any-text"]
    assert [rule.id for rule in pack.semgrep_for(["a.py"], "security-review")] == ["py-eval"]
    assert [rule.id for rule in pack.semgrep_for(["a.txt"])] == ["any-text"]
    assert pack.semgrep_for(["a.md"]) == ()


def test_ruff_codes_are_mapped_to_lenses(tmp_path: Path) -> None:
    pack = _pack(tmp_path, ruff=RUFF)
    assert pack.ruff["B006"].lens == "correctness-review"
    assert pack.ruff["B006"].severity is Severity.WARNING
    assert pack.has_ruff("correctness-review")
    assert not pack.has_ruff("naming-review")


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (GOOD.replace("A03.code-injection", "injection"), "py-eval left out: category injection"),
        (GOOD.replace("severity: error,", "severity: fatal,"), "severity must be one of"),
        (GOOD.replace("confidence: high", "confidence: low"), "confidence must be one of"),
        (GOOD.replace("severity: ERROR", "severity: HIGH"), "severity HIGH is none of"),
        (GOOD.replace("    pattern: eval(...)\n", ""), "has no pattern"),
        (GOOD.replace("languages: [py]", "languages: py"), "languages is not a list"),
        (GOOD.replace("fix: Parse it.,", ""), "has no fix"),
        ("rules: [{id: x", "cannot be read as YAML"),
        ("- just\n- a list\n", "has no list of `rules`"),
        ("rules: [text]\n", "rule number 1 left out: is not a mapping"),
    ],
)
def test_a_broken_rule_is_named_and_the_others_work(tmp_path: Path, broken: str, said: str) -> None:
    pack = _pack(tmp_path, broken=broken, fine=GOOD.replace("py-eval", "py-other"))
    assert list(pack.semgrep) == ["py-other"]
    (problem,) = pack.problems
    assert problem.startswith("broken.yaml: ")
    assert said in problem


def test_the_second_rule_with_an_id_is_left_out(tmp_path: Path) -> None:
    pack = _pack(tmp_path, first=GOOD, second=GOOD)
    assert pack.semgrep["py-eval"].source == "first.yaml"
    assert pack.problems == ("second.yaml: rule py-eval left out: first.yaml has that id",)


def test_a_broken_ruff_entry_is_named_and_the_others_work(tmp_path: Path) -> None:
    pack = _pack(tmp_path, ruff=RUFF + "'../x': {lens: a}\nE501: nothing\n")
    assert list(pack.ruff) == ["B006"]
    assert [problem.split(" left out")[0] for problem in pack.problems] == ["ruff.yaml: ../x", "ruff.yaml: E501"]
