"""Installing, inspecting and removing the hooks, in real repositories."""

import json
import stat
from pathlib import Path

import pytest

from orchestrator.errors import ConfigurationError, UsageError
from orchestrator.system.git import GitDoor
from orchestrator.values.change import ScopeKind
from orchestrator.wiring.agent_host import MATCHER, SETTINGS, agent_host_state, install_agent_host, uninstall_agent_host
from orchestrator.wiring.git_hook import BEFORE, HookState, git_hook_state, install_git_hook, uninstall_git_hook
from orchestrator.wiring.hook_scripts import current, started_by
from tests.support.repo import Repo, git_environment
from tests.support.scopes import scope, statuses

FOREIGN = b"#!/bin/sh\n# somebody's own\nexit 0\n\xff"
AWKWARD = 'it\'s a "re po" $x `y`'


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / AWKWARD)
    made.write("a.txt", "a\n")
    made.commit("base")
    return made


def door(repo: Repo) -> GitDoor:
    return GitDoor(repo.top, environ=git_environment(repo.home))


def hook_of(repo: Repo) -> Path:
    return repo.top / ".git" / "hooks" / "pre-push"


def install(repo: Repo) -> HookState:
    return install_git_hook(door(repo))


def foreign(path: Path, content: bytes = FOREIGN, mode: int = 0o754) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)


def test_install_is_seen_and_can_be_repeated(repo: Repo) -> None:
    state = install(repo)
    assert (state.installed, state.effective, state.chained, state.stale, state.changed) == (
        True,
        True,
        False,
        False,
        True,
    )
    assert state.path == str(hook_of(repo))
    first = hook_of(repo).read_bytes()
    again = install(repo)
    assert (again.changed, hook_of(repo).read_bytes()) == (False, first)
    assert not (hook_of(repo).parent / BEFORE).exists()
    assert started_by(hook_of(repo)) == current()
    assert hook_of(repo).stat().st_mode & stat.S_IXUSR


def test_a_foreign_hook_is_kept_and_put_back_as_it_was(repo: Repo) -> None:
    foreign(hook_of(repo))
    assert install(repo).chained
    assert install(repo).chained
    assert (hook_of(repo).parent / BEFORE).read_bytes() == FOREIGN
    state = uninstall_git_hook(door(repo))
    assert (state.installed, state.changed) == (False, True)
    assert hook_of(repo).read_bytes() == FOREIGN
    assert stat.S_IMODE(hook_of(repo).stat().st_mode) == 0o754
    assert not (hook_of(repo).parent / BEFORE).exists()
    assert not uninstall_git_hook(door(repo)).changed
    assert hook_of(repo).read_bytes() == FOREIGN


def test_a_link_is_a_foreign_hook_too(repo: Repo) -> None:
    foreign(repo.top / "scripts" / "push.sh")
    hook_of(repo).parent.mkdir(exist_ok=True)
    hook_of(repo).symlink_to("../../scripts/push.sh")
    assert install(repo).chained
    assert (repo.top / "scripts" / "push.sh").read_bytes() == FOREIGN
    uninstall_git_hook(door(repo))
    assert str(hook_of(repo).readlink()) == "../../scripts/push.sh"


def test_a_hook_that_git_passes_over_is_kept_but_not_run(repo: Repo) -> None:
    foreign(hook_of(repo), mode=0o644)
    assert not install(repo).chained
    uninstall_git_hook(door(repo))
    assert stat.S_IMODE(hook_of(repo).stat().st_mode) == 0o644


def test_without_a_foreign_hook_nothing_is_left(repo: Repo) -> None:
    before = sorted(hook_of(repo).parent.iterdir())
    install(repo)
    uninstall_git_hook(door(repo))
    assert sorted(hook_of(repo).parent.iterdir()) == before


def test_two_foreign_hooks_are_a_question(repo: Repo) -> None:
    foreign(hook_of(repo))
    install(repo)
    foreign(hook_of(repo), b"#!/bin/sh\n# a manager wrote over it\n")
    with pytest.raises(UsageError, match="earlier hook"):
        install(repo)
    assert hook_of(repo).read_bytes() == b"#!/bin/sh\n# a manager wrote over it\n"
    assert not git_hook_state(door(repo)).installed


def test_a_folder_in_its_place(repo: Repo) -> None:
    hook_of(repo).mkdir(parents=True)
    with pytest.raises(UsageError, match="is a folder"):
        install(repo)


def test_a_local_hooks_folder_is_where_git_runs_it(repo: Repo) -> None:
    repo.config("core.hooksPath", ".git/my hooks")
    assert install(repo).effective
    assert (repo.top / ".git" / "my hooks" / "pre-push").is_file()
    repo.config("core.hooksPath", "untracked hooks")
    state = git_hook_state(door(repo))
    assert not state.installed
    assert install(repo).effective
    assert (repo.top / "untracked hooks" / "pre-push").is_file()


def test_hooks_of_the_project_are_not_touched(repo: Repo) -> None:
    foreign(repo.top / ".githooks" / "pre-commit")
    repo.commit("hooks")
    repo.config("core.hooksPath", ".githooks")
    state = install(repo)
    assert (state.installed, state.effective) == (False, False)
    assert "belong to the project" in state.reason
    assert "code-review hooks run pre-push" in state.snippet
    assert repo.status() == ""


@pytest.mark.parametrize("name", [".husky/_", "generated"])
def test_hooks_of_a_manager_are_not_touched(repo: Repo, name: str) -> None:
    foreign(repo.top / name / "h")
    repo.config("core.hooksPath", name)
    state = install(repo)
    assert "hook manager" in state.reason
    assert state.snippet
    assert not (repo.top / name / "pre-push").exists()


@pytest.mark.parametrize("link", [False, True])
def test_hooks_outside_of_the_repository_are_not_touched(repo: Repo, tmp_path: Path, link: bool) -> None:
    outside = tmp_path / "everybody's hooks"
    foreign(outside / "pre-push")
    if link:
        for sample in hook_of(repo).parent.iterdir():
            sample.unlink()
        hook_of(repo).parent.rmdir()
        hook_of(repo).parent.symlink_to(outside)
    else:
        repo.config("core.hooksPath", str(outside))
    state = install(repo)
    assert "outside of this repository" in state.reason
    assert not state.effective
    assert (outside / "pre-push").read_bytes() == FOREIGN


def test_a_hook_in_a_folder_that_git_no_longer_uses(repo: Repo, tmp_path: Path) -> None:
    install(repo)
    repo.config("core.hooksPath", str(tmp_path / "elsewhere"))
    state = git_hook_state(door(repo))
    assert not state.effective
    assert "but git runs the hooks in" in state.reason


def test_linked_work_trees_share_the_hook(repo: Repo, tmp_path: Path) -> None:
    other = repo.worktree(tmp_path / "other tree", "feature")
    state = install(other)
    assert state.path == str(hook_of(repo))
    assert git_hook_state(door(repo)).effective


def test_what_is_stale_is_said(repo: Repo, tmp_path: Path) -> None:
    install(repo)
    text = hook_of(repo).read_text(encoding="utf-8")
    python = current().python
    hook_of(repo).write_text(text.replace(python, "/gone/bin/python"), encoding="utf-8")
    state = git_hook_state(door(repo))
    assert (state.installed, state.effective, state.stale, state.interpreter) == (True, False, True, "/gone/bin/python")
    assert "/gone/bin/python is gone" in state.reason
    hook_of(repo).write_text(text.replace(current().entry, f"{tmp_path}/entry.py"), encoding="utf-8")
    assert "installation" in git_hook_state(door(repo)).reason
    (tmp_path / "entry.py").touch()
    state = git_hook_state(door(repo))
    assert (state.effective, state.stale) == (True, True)
    assert install(repo).stale is False
    hook_of(repo).chmod(0o644)
    assert "not executable" in git_hook_state(door(repo)).reason


def settings_of(repo: Repo) -> Path:
    return repo.top / SETTINGS


def test_the_agent_host_gets_one_entry(repo: Repo) -> None:
    state = install_agent_host(door(repo))
    assert (state.installed, state.effective, state.stale, state.changed) == (True, True, False, True)
    first = settings_of(repo).read_bytes()
    assert not install_agent_host(door(repo)).changed
    assert settings_of(repo).read_bytes() == first
    (group,) = json.loads(first)["hooks"]["PreToolUse"]
    assert group["matcher"] == MATCHER
    assert uninstall_agent_host(door(repo)).changed
    assert not settings_of(repo).exists()
    assert not (repo.top / ".git" / "code-review" / "agent-host").exists()
    assert not agent_host_state(door(repo)).installed


def test_other_settings_are_kept_in_their_order_and_style(repo: Repo) -> None:
    own = '{\n\t"z": "é",\n\t"hooks": {\n\t\t"Stop": [],\n\t\t"PreToolUse": [\n\t\t\t{\n\t\t\t\t"matcher": "X"\n\t\t\t}\n\t\t]\n\t},\n\t"a": 1\n}'
    repo.write(SETTINGS, own)
    install_agent_host(door(repo))
    shown = json.loads(settings_of(repo).read_text(encoding="utf-8"))
    assert list(shown) == ["z", "hooks", "a"]
    assert len(shown["hooks"]["PreToolUse"]) == 2
    uninstall_agent_host(door(repo))
    assert settings_of(repo).read_text(encoding="utf-8") == own


def test_the_settings_stay_out_of_reviews_and_commits(repo: Repo) -> None:
    exclude = repo.top / ".git" / "info" / "exclude"
    for _ in range(2):
        install_agent_host(door(repo))
    assert exclude.read_text(encoding="utf-8").splitlines().count(f"/{SETTINGS}") == 1
    repo.write("b.txt", "b\n")
    assert list(statuses(scope(repo, ScopeKind.AUTO))) == ["b.txt"]
    assert repo.git("ls-files", "--cached", SETTINGS) == ""


def test_settings_that_the_project_tracks_stay_visible(repo: Repo) -> None:
    repo.write(SETTINGS, "{}\n")
    repo.commit("settings of the team")
    install_agent_host(door(repo))
    exclude = repo.top / ".git" / "info" / "exclude"
    assert not exclude.exists() or f"/{SETTINGS}" not in exclude.read_text(encoding="utf-8").splitlines()
    assert SETTINGS in repo.status()


def test_an_old_entry_is_replaced_and_neighbours_stay(repo: Repo) -> None:
    old = {"type": "command", "command": "sh '/elsewhere/.git/code-review/agent-host'"}
    mine = {"type": "command", "command": "my-own-check"}
    repo.write(SETTINGS, json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [mine, old]}]}}))
    state = agent_host_state(door(repo))
    assert (state.installed, state.effective, state.stale) == (True, False, True)
    assert install_agent_host(door(repo)).effective
    groups = json.loads(settings_of(repo).read_text(encoding="utf-8"))["hooks"]["PreToolUse"]
    assert groups[0] == {"matcher": "Bash", "hooks": [mine]}
    assert len(groups) == 2


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"hooks": []}', '{"hooks": {"PreToolUse": {}}}', '{"a": 1, "a": 2}', "// x\n{}"]
)
def test_settings_that_cannot_be_read_are_left_alone(repo: Repo, text: str) -> None:
    repo.write(SETTINGS, text)
    for work in (install_agent_host, uninstall_agent_host):
        with pytest.raises(ConfigurationError):
            work(door(repo))
    assert settings_of(repo).read_text(encoding="utf-8") == text
    assert not (repo.top / ".git" / "code-review" / "agent-host").exists()


def test_the_script_stays_while_another_work_tree_uses_it(repo: Repo, tmp_path: Path) -> None:
    other = repo.worktree(tmp_path / "other tree", "feature")
    install_agent_host(door(repo))
    install_agent_host(door(other))
    uninstall_agent_host(door(repo))
    assert agent_host_state(door(other)).effective
    uninstall_agent_host(door(other))
    assert not (repo.top / ".git" / "code-review" / "agent-host").exists()
