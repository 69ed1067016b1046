"""Kinds of file by path."""

import pytest

from orchestrator.lenses.kinds import is_configuration, is_non_executable


@pytest.mark.parametrize("path", ["a/b.json", "x.YML", ".gitignore", "pyproject.toml", "data.csv", "app.properties"])
def test_configuration(path: str) -> None:
    assert is_configuration(path)


@pytest.mark.parametrize("path", [".claude/settings.json", "agents/panel.yaml", "a.py", "Makefile", "gitignore"])
def test_not_configuration(path: str) -> None:
    assert not is_configuration(path)


def test_nothing_runs_in_documents_configuration_assets_and_locks() -> None:
    inert = ["README.md", "a.json", "logo.png", "font.woff2", "yarn.lock", "go.sum", "package-lock.json"]
    assert [path for path in inert if not is_non_executable(path)] == []
    live = ["logo.svg", "requirements.txt", "CLAUDE.md", "skills/a/SKILL.md", "run", "a.sql", "agents/logo.png"]
    assert [path for path in live if is_non_executable(path)] == []
