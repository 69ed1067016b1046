"""Tests by path."""

import pytest

from orchestrator.scope.among_tests import is_test_file, lies_among_tests

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


def test_whatever_lies_in_a_folder_of_tests_lies_among_tests() -> None:
    inside = ["tests/Dockerfile", "pkg/test/data/deploy.sh", "tests/cases/.github/workflows/ci.yml", "app_test.py"]
    assert [path for path in inside if not lies_among_tests(path)] == []
    outside = ["Dockerfile", "scripts/test.sh", ".github/workflows/test.yml", "latest/deploy.sh"]
    assert [path for path in outside if lies_among_tests(path)] == []
