"""The project's tests as a judge: what may run, what it says, and when it says nothing."""

import os
import sys
from pathlib import Path

import anyio
import pytest

from orchestrator.errors import ConfigurationError
from orchestrator.settings.model import Value
from orchestrator.system.process import ProcessDoor
from orchestrator.wiring.fixing.project_tests import NONE_FOUND, ProjectTests, TestRun, find_tests, why_no_judge
from orchestrator.wiring.session import open_session
from orchestrator.wiring.trust import open_consent
from tests.support.project import program
from tests.support.repo import Repo

CI = {"CI": "1"}


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.setenv("CODE_REVIEW_HOME", str(tmp_path / "home"))
    made = Repo.create(tmp_path / "repo")
    made.write_all({"README.md": "x\n", ".gitignore": ".venv/\n.pytest_cache/\n"})
    made.commit("base")
    return made


def found(repo: Repo, environ: dict[str, str] | None = None, **given: Value) -> ProjectTests:
    """`checks__project_code` sets `checks.project_code`."""
    session = open_session(repo.top, {key.replace("__", "."): value for key, value in given.items()})
    around = {"CODE_REVIEW_HOME": os.environ["CODE_REVIEW_HOME"], **(environ or {})}
    return find_tests(session, ProcessDoor(), around)


def run(repo: Repo, command: str, **given: Value) -> TestRun:
    return anyio.run(found(repo, None, fix__test_command=command, **given).run)


def with_pytest(repo: Repo) -> None:
    """An environment of the project in which pytest is installed."""
    program(repo.top / ".venv/bin/python", f'exec "{sys.executable}" "$@"')
    program(repo.top / ".venv/bin/pytest", "exit 9")


def test_none_found_is_a_value(repo: Repo) -> None:
    tests = found(repo)
    assert (tests.commands, tests.reason, tests.none_found) == ((), NONE_FOUND, True)
    with pytest.raises(ValueError, match="no tests that could be found"):
        anyio.run(tests.run)


@pytest.mark.parametrize("off", ["off", False])
def test_switched_off(repo: Repo, off: Value) -> None:
    tests = found(repo, fix__tests=off, fix__test_command="true")
    assert (tests.commands, tests.reason, tests.none_found) == ((), "switched off by fix.tests (command line)", False)


def test_pytest_of_the_projects_environment(repo: Repo) -> None:
    with_pytest(repo)
    repo.write_all(
        {"a.py": "def f():\n    return 1\n", "tests/test_a.py": "import a\n\n\ndef test_f():\n    assert a.f() == 1\n"}
    )
    repo.commit("tests")
    tests = found(repo)
    assert anyio.run(tests.run) == TestRun(passed=True, detail="pytest -q: passed")
    assert repo.status() == ""
    repo.write("a.py", "def f():\n    return 2\n")
    failed = anyio.run(tests.run)
    assert (failed.passed, failed.detail.startswith("pytest -q: exit 1: ")) == (False, True)
    assert "assert 2 == 1" in failed.tail
    assert why_no_judge(failed).startswith("the project's tests failed before anything was fixed, so they say nothing")


def test_a_command_that_cannot_be_started_is_told(repo: Repo) -> None:
    repo.write("gradlew", "")
    repo.write("build.gradle", "")
    tests = found(repo)
    assert tests.commands == ()
    assert tests.reason == "the project's tests cannot be started: ./gradlew --quiet test: ./gradlew is not installed"
    assert tests.none_found
    repo.write("Makefile", "test:\n\ttrue\n")
    program(repo.top / "mvnw", "exit 0")
    repo.write("pom.xml", "")
    tests = found(repo)
    assert ([one.title for one in tests.commands], tests.reason) == (["./mvnw -q test"], "")
    assert tests.missing == ("./gradlew --quiet test: ./gradlew is not installed",)


def test_every_command_has_to_pass(repo: Repo) -> None:
    program(repo.top / "mvnw", "exit 0")
    program(repo.top / "gradlew", "test -e broken && exit 4; exit 0")
    repo.write_all({"pom.xml": "", "build.gradle": ""})
    tests = found(repo)
    assert anyio.run(tests.run).detail == "./mvnw -q test: passed; ./gradlew --quiet test: passed"
    repo.write("broken", "")
    assert anyio.run(tests.run).detail == "./gradlew --quiet test: exit 4: it printed nothing"


def test_a_command_of_the_settings_is_started_without_a_shell(repo: Repo) -> None:
    program(repo.top / "t.sh", 'echo "FAILED: $*"; exit 1')
    assert run(repo, "./t.sh 'a  b' ; true").detail == "./t.sh a  b ; true: exit 1: FAILED: a b ; true"


def test_what_failed_tests_print_is_kept_without_secrets(repo: Repo) -> None:
    program(
        repo.top / "t.sh",
        "i=0; while [ $i -lt 99 ]; do echo line $i; i=$((i+1)); done; echo \"password = 'hunter2hunter2'\" >&2; exit 1",
    )
    tail = run(repo, "./t.sh").tail.splitlines()
    assert (len(tail), tail[0], tail[-1]) == (40, "line 60", "password = '[redacted]'")


def test_tests_that_hang_or_crash_have_failed(repo: Repo) -> None:
    hung = run(repo, "sleep 60", fix__test_timeout=0.2)
    assert (hung.passed, hung.detail) == (False, "sleep 60: stopped after 0.2 s")
    program(repo.top / "t.sh", "kill -9 $$")
    assert run(repo, "./t.sh").detail == "./t.sh: ended by signal 9"


def test_what_tests_write_is_told(repo: Repo) -> None:
    program(repo.top / "t.sh", "echo x > out.txt; echo x >> README.md")
    repo.commit("tests")
    assert run(repo, "./t.sh").wrote == ("README.md", "out.txt")


def test_a_command_that_cannot_be_read(repo: Repo) -> None:
    with pytest.raises(ConfigurationError, match=r"command line: fix\.test_command is no command line: No closing"):
        found(repo, fix__test_command="pytest 'x")


def test_the_command_of_a_project_needs_consent(repo: Repo) -> None:
    repo.write(".code-review/config.yaml", "fix: {test_command: make test}\n")
    repo.commit("settings")
    with pytest.raises(ConfigurationError, match=r"fix\.test_command would start a program"):
        found(repo)
    assert found(repo, fix__tests="off").reason
    session = open_session(repo.top, {})
    open_consent(session, os.environ).trust()
    assert [one.title for one in found(repo).commands] == ["make test"]


def test_in_ci_the_base_has_to_allow_it(repo: Repo) -> None:
    repo.write("Makefile", "test:\n\ttrue\n")
    tests = found(repo, CI)
    assert (tests.commands, tests.none_found) == ((), False)
    assert tests.reason.startswith("the project's tests are not run: what the project configures is code of its own")
    repo.write(".code-review/config.yaml", "checks: {project_code: always}\nfix: {test_command: make test}\n")
    assert found(repo, CI).commands == ()
    assert found(repo, CI, trust="worktree").commands == ()
    repo.commit("settings")
    assert [one.title for one in found(repo, CI).commands] == ["make test"]


def test_never_is_never(repo: Repo) -> None:
    tests = found(repo, checks__project_code="never", fix__test_command="true")
    assert (tests.commands, "checks.project_code: never" in tests.reason) == ((), True)
