"""The packs that are shipped, as this tool loads and starts them."""

from pathlib import Path

import anyio
import pytest

from orchestrator.checks.ruff import RuffAnalyzer
from orchestrator.checks.rules import RulePack
from orchestrator.checks.semgrep import SemgrepAnalyzer
from orchestrator.lenses.registry import parse_registry
from orchestrator.system.data import data_dir
from orchestrator.system.process import ProcessDoor
from orchestrator.values.analysis import ToolStatus

PACK = RulePack.load(data_dir("knowledge") / "rules")
SAMPLES = {
    "a.py": "x = 1\n",
    "a.js": "let x = 1;\n",
    "a.ts": "let x = 1;\n",
    "a.tsx": "const x = <p/>;\n",
    "a.go": "package a\n",
    "A.java": "class A {}\n",
    "a.html": "<p>x</p>\n",
    "a.yaml": "a: 1\n",
    "Dockerfile": "FROM scratch\n",
    "a.sh": "true\n",
}


def test_every_shipped_rule_is_usable_and_speaks_for_a_registered_lens() -> None:
    assert PACK.problems == ()
    assert PACK.semgrep
    registered = set(parse_registry((data_dir("knowledge") / "agent-registry.md").read_text(encoding="utf-8")))
    lenses = {rule.lens for rule in PACK.semgrep.values()} | {rule.lens for rule in PACK.ruff.values()}
    assert lenses <= registered


@pytest.mark.slow
def test_the_tools_accept_every_shipped_rule(tmp_path: Path) -> None:
    for name, text in {**SAMPLES, ".semgrepignore": ""}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    semgrep = anyio.run(SemgrepAnalyzer(ProcessDoor(), PACK).analyze, tmp_path, tuple(SAMPLES))
    assert (semgrep.status, semgrep.detail) == (ToolStatus.OK, "")
    assert {"a.py", "a.js", "a.ts", "a.tsx", "a.go", "A.java"} <= set(semgrep.scanned)
    ruff = anyio.run(RuffAnalyzer(ProcessDoor(), PACK).analyze, tmp_path, tuple(SAMPLES))
    assert ruff.status is ToolStatus.OK, ruff.detail
    assert "left out" not in ruff.detail
