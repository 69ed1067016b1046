"""Kinds of file by path."""

import pytest

from orchestrator.lenses.kinds import is_configuration, is_non_executable, is_test_file

TESTS = """
tests/test_app.py pkg/app_test.py conftest.py src/a.test.ts src/a.spec.tsx cypress/login.cy.js src/__tests__/a.js
pkg/a_test.go src/test/java/AppHelper.java src/AppTest.java AppTests.cs App.UnitTests/Fixture.cs AppIT.java TestApp.java
spec/models/user_spec.rb test/user_test.rb tests/UserTest.php src/UserSpec.scala tests/integration.rs src/a_test.cc
a_unittest.cpp test_list.c AppTests.swift test/app_test.exs test/app_test.dart install.bats login.feature e2e/flow.ts
"""
OTHERS = """
src/app.py latest.py contest.py src/testimony.py attest.go testing.md tests/data.json tests/fixtures/a.png
src/inspector.ts src/specification.ts contests/a.py README.md src/Testimony.java src/main/java/Latest.java
"""


@pytest.mark.parametrize("path", TESTS.split())
def test_tests_are_recognised(path: str) -> None:
    assert is_test_file(path)


@pytest.mark.parametrize("path", OTHERS.split())
def test_other_files_are_not_tests(path: str) -> None:
    assert not is_test_file(path)


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
