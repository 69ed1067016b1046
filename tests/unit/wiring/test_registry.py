"""Which tools take part in a run."""

from pathlib import Path

import pytest

from orchestrator.checks.rules import RulePack
from orchestrator.checks.tools.in_place import WorkTreePlace
from orchestrator.engines.exchange import ExchangeEngine
from orchestrator.engines.replay import ReplayEngine
from orchestrator.settings.model import Layer, merge
from orchestrator.settings.parse import default_layer
from orchestrator.system.clock import SystemClock
from orchestrator.system.process import ProcessDoor
from orchestrator.values.turn import ToolUse
from orchestrator.wiring.outside import exchange_folder
from orchestrator.wiring.registry import CALLS_TOOLS, DECIDING, ToolScope, analyzers
from orchestrator.wiring.wire import anthropic_engine, openai_engine

HERE = WorkTreePlace(Path("/project"))


def _names(*paths: str, own: bool = False) -> list[str]:
    scope = ToolScope(paths, {"eslint": HERE, "tsc": HERE}, mypy=True) if own else ToolScope(paths)
    return [tool.name for tool in analyzers(ProcessDoor(), RulePack(), 30.0, scope)]


@pytest.mark.parametrize(
    ("path", "tools"),
    [
        ("src/a.py", ["semgrep", "ruff", "gitleaks"]),
        ("web/a.ts", ["semgrep", "gitleaks", "oxlint"]),
        ("deploy/Dockerfile", ["semgrep", "gitleaks", "trivy", "hadolint"]),
        (".github/workflows/ci.yml", ["semgrep", "gitleaks", "trivy", "actionlint"]),
        ("run.sh", ["semgrep", "gitleaks", "shellcheck"]),
        ("main.go", ["semgrep", "gitleaks"]),
    ],
)
def test_a_tool_whose_languages_do_not_occur_is_not_even_listed(path: str, tools: list[str]) -> None:
    assert _names(path) == tools


def test_tools_of_a_projects_own_standards_take_part_where_the_project_has_them() -> None:
    assert _names("a.py", own=True) == ["semgrep", "ruff", "gitleaks", "mypy"]
    assert _names("a.ts", own=True) == ["semgrep", "gitleaks", "oxlint", "eslint", "tsc"]
    assert "tsc" not in _names("a.js", own=True)


def test_without_a_scope_only_tools_that_decide_take_part() -> None:
    assert {tool.name for tool in analyzers(ProcessDoor(), RulePack(), 30.0)} == DECIDING


def test_the_engines_that_call_tools_are_those_that_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    given = {"replay.dir": str(tmp_path), "exchange.dir": str(tmp_path / "x")}
    settings = merge((Layer("command line", given), default_layer()))
    wire = {"anthropic": anthropic_engine, "openai": openai_engine}
    for name, make in wire.items():
        assert (make(settings, SystemClock()).info.tool_use is ToolUse.NATIVE) == (name in CALLS_TOOLS)
    others = (
        ReplayEngine({}, SystemClock()).info,
        ExchangeEngine(exchange_folder(settings).open(), SystemClock()).info,
    )
    assert [info.name for info in others if info.tool_use is ToolUse.NATIVE] == []
