"""Consent: which settings need it, what it is tied to, and what does not count as given."""

import os
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from orchestrator.errors import ConfigurationError, StateError
from orchestrator.settings.executing import EXECUTING, HARMLESS, executes
from orchestrator.settings.parse import known_keys
from orchestrator.wiring.session import open_session
from orchestrator.wiring.trust import Consent, open_consent
from tests.support.repo import Repo

COMMANDS = "checks: {lint: make lint}\n"
SERVERS = "mcp: {docs: {command: docs-server, tools: [search]}}\n"


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.setenv("CODE_REVIEW_HOME", str(tmp_path / "home"))
    made = Repo.create(tmp_path / "repo")
    made.write("README.md", "x\n")
    made.commit("base")
    return made


def settings(repo: Repo, text: str) -> None:
    repo.write(".code-review/config.yaml", text)
    repo.commit("settings")


def consent(repo: Repo, *, ci: str = "", trust: str = "base") -> Consent:
    session = open_session(repo.top, {"trust": trust})
    return open_consent(session, {"CODE_REVIEW_HOME": os.environ["CODE_REVIEW_HOME"], "CI": ci})


def test_every_setting_is_known_to_execute_or_to_be_harmless() -> None:
    """A new key must be put into one of the two lists of settings/executing.py; until then it needs consent."""

    def matches(key: str, patterns: tuple[str, ...]) -> bool:
        return any(fnmatchcase(key, pattern) for pattern in patterns)

    unjudged = [key for key in known_keys() if not matches(key, EXECUTING) and not matches(key, HARMLESS)]
    assert unjudged == []
    both = {key for key in known_keys() if matches(key, EXECUTING) and matches(key, HARMLESS)}
    assert both <= {"replay.dir"}
    assert all(executes(key) for key in ("checks.lint", "mcp", "openai.base_url", "anthropic.key_command", "new.key"))
    assert not any(
        executes(key) for key in ("engine", "models.opus", "anthropic.models.opus", "budget.usd", "replay.dir")
    )


def test_what_a_project_starts_needs_consent_and_keeps_it_until_it_changes(repo: Repo) -> None:
    settings(repo, COMMANDS + "reasoning_effort: low\n")
    asked = consent(repo)
    assert asked.asked() == {"checks.lint": "make lint"}
    with pytest.raises(ConfigurationError, match=r"config\.yaml: checks\.lint would start a program") as refused:
        asked.require(["checks"])
    assert "code-review config trust" in refused.value.hint
    asked.require(["mcp", "openai"])
    asked.trust()
    consent(repo).require(["checks"])
    settings(repo, COMMANDS + "reasoning_effort: high\n")
    consent(repo).require(["checks"])
    settings(repo, COMMANDS.replace("make lint", "make lint2"))
    with pytest.raises(ConfigurationError):
        consent(repo).require(["checks"])


def test_parts_are_agreed_to_one_by_one(repo: Repo) -> None:
    settings(repo, COMMANDS)
    consent(repo).trust()
    settings(repo, COMMANDS + SERVERS)
    consent(repo).require(["checks"])
    assert consent(repo).untrusted() == ("mcp",)
    with pytest.raises(ConfigurationError, match="mcp would start"):
        consent(repo).require(["mcp"])


def test_settings_that_work_together_are_one_decision(repo: Repo) -> None:
    settings(repo, "openai: {base_url: 'https://a.example/v1', key_env: KEY}\n")
    consent(repo).trust()
    settings(repo, "openai: {base_url: 'https://a.example/v1'}\n")
    with pytest.raises(ConfigurationError, match=r"openai\.base_url"):
        consent(repo).require(["openai"])


def test_consent_is_for_one_repository_and_all_its_work_trees(repo: Repo, tmp_path: Path) -> None:
    settings(repo, COMMANDS)
    consent(repo).trust()
    other = Repo.create(tmp_path / "other")
    settings(other, COMMANDS)
    with pytest.raises(ConfigurationError):
        consent(other).require(["checks"])
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
    linked = open_session(tmp_path / "linked", {})
    open_consent(linked, os.environ).require(["checks"])


def test_settings_of_the_user_and_the_command_line_need_none(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home/config.yaml").write_text(COMMANDS + SERVERS, encoding="utf-8")
    consent(repo).require(["checks", "mcp"])
    settings(repo, COMMANDS)
    session = open_session(repo.top, {"checks.lint": "make other"})
    open_consent(session, {"CODE_REVIEW_HOME": str(tmp_path / "home")}).require(["checks"])


def test_in_ci_the_base_agrees_and_nothing_else_does(repo: Repo) -> None:
    settings(repo, SERVERS)
    consent(repo, ci="true").require(["mcp"])
    with pytest.raises(ConfigurationError) as refused:
        consent(repo, ci="true", trust="worktree").require(["mcp"])
    assert "in CI they count when they are read from the base" in refused.value.hint


@pytest.mark.parametrize("spoil", ["open", "folder", "link", "torn", "shape"])
def test_decisions_that_others_could_have_made_do_not_count(repo: Repo, tmp_path: Path, spoil: str) -> None:
    settings(repo, COMMANDS)
    consent(repo).trust()
    path = consent(repo).store.path
    if spoil == "open":
        path.chmod(0o666)
    elif spoil == "folder":
        path.parent.chmod(0o777)
    elif spoil == "link":
        path.rename(tmp_path / "elsewhere.json")
        path.symlink_to(tmp_path / "elsewhere.json")
    else:
        path.write_text(path.read_text(encoding="utf-8")[:40] if spoil == "torn" else "[]", encoding="utf-8")
    with pytest.raises(ConfigurationError):
        consent(repo).require(["checks"])


def test_the_file_is_private_and_outside_the_work_tree(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    settings(repo, COMMANDS)
    consent(repo).trust()
    path = consent(repo).store.path
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    monkeypatch.setenv("CODE_REVIEW_HOME", str(repo.top / "home"))
    with pytest.raises(StateError, match="inside the repository"):
        consent(repo).trust()


def test_taking_back_forgets_the_repository_alone(repo: Repo, tmp_path: Path) -> None:
    other = Repo.create(tmp_path / "other")
    for one in (repo, other):
        settings(one, COMMANDS)
        consent(one).trust()
    assert consent(repo).store.forget(consent(repo).project) is True
    assert consent(repo).store.forget(consent(repo).project) is False
    assert consent(repo).untrusted() == ("checks.lint",)
    assert consent(other).untrusted() == ()


@pytest.mark.parametrize(
    "line",
    [
        "openai: {base_url: 'http://127.0.0.1:1/v1'}",
        "openai: {key_env: AWS_SECRET_ACCESS_KEY}",
        "anthropic: {key_command: cat /etc/passwd}",
        "anthropic: {headers: {x: '${AWS_SECRET_ACCESS_KEY}'}}",
        "claude: {program: ./mine}",
        "codex: {args: [--yolo]}",
        "command: {argv: [sh, mine.sh]}",
        "command: {leaves_machine: false}",
        "exchange: {dir: /tmp/x}",
        "capture: {dir: /tmp/x}",
        "program_environment: [AWS_*]",
    ],
)
def test_a_change_cannot_send_its_own_review_elsewhere(repo: Repo, line: str) -> None:
    settings(repo, f"{line}\n")
    for trust in ("base", "worktree"):
        with pytest.raises(ConfigurationError, match=line.partition(":")[0]):
            consent(repo, trust=trust).require()
