"""The door to git finds the right repository and says plainly when there is none."""

import os
from pathlib import Path

import pytest

from orchestrator.errors import RepositoryError
from orchestrator.system.git import GitDoor
from tests.support.repo import Repo, git_environment
from tests.support.scopes import door


@pytest.fixture(name="repo")
def fixture_repo(tmp_path: Path) -> Repo:
    repo = Repo.create(tmp_path / "re po\nß")
    repo.write("sub/a", "1\n")
    repo.commit()
    return repo


def _outside(tmp_path: Path) -> GitDoor:
    # The machine's temporary folder might itself lie in a repository.
    environ = git_environment(tmp_path)
    return GitDoor(tmp_path, environ=environ)


def test_the_top_level_from_anywhere_inside(repo: Repo, tmp_path: Path) -> None:
    assert door(repo, repo.top / "sub").top == repo.top
    linked = repo.worktree(tmp_path / "linked", "side")
    assert door(linked).top == linked.top
    assert door(linked).run("rev-parse", "--abbrev-ref", "HEAD") == b"side\n"


def test_commands_start_in_the_top_level(repo: Repo) -> None:
    assert door(repo, repo.top / "sub").run("ls-files", "-z") == b"sub/a\0"


def test_no_repository(tmp_path: Path) -> None:
    with pytest.raises(RepositoryError, match="is not in a git repository") as caught:
        _ = _outside(tmp_path).top
    assert "git init" in caught.value.hint


def test_a_bare_repository_and_the_inside_of_git(repo: Repo, tmp_path: Path) -> None:
    repo.git("clone", "-q", "--bare", str(repo.top), str(tmp_path / "bare"))
    for place in (tmp_path / "bare", repo.top / ".git"):
        with pytest.raises(RepositoryError, match="has no work tree"):
            _ = GitDoor(place, environ=git_environment(tmp_path)).top


def test_no_git_and_no_folder(repo: Repo, tmp_path: Path) -> None:
    with pytest.raises(RepositoryError, match="git was not found") as caught:
        _ = GitDoor(repo.top, environ={"PATH": str(tmp_path)}).top
    assert "install git" in caught.value.hint
    with pytest.raises(RepositoryError, match="is not a folder"):
        _ = GitDoor(tmp_path / "missing").top


def test_a_failure_has_gits_own_words(repo: Repo) -> None:
    with pytest.raises(RepositoryError, match=r"^git rev-parse failed: Needed a single revision$"):
        door(repo).run("rev-parse", "--verify", "nonsense")
    assert not door(repo).ok("rev-parse", "--verify", "nonsense")
    assert door(repo).ok("rev-parse", "--verify", "HEAD")


def test_input_and_another_index(repo: Repo, tmp_path: Path) -> None:
    git = door(repo)
    other = tmp_path / "index"
    git.run("read-tree", "--empty", index=other)
    assert git.run("ls-files", index=other) == b""
    assert git.run("ls-files") == b"sub/a\n"
    assert git.run("hash-object", "--stdin", stdin=b"x" * 1_000_000).strip()


def test_paths_are_literal(repo: Repo) -> None:
    repo.write("*", "star\n")
    repo.stage()
    assert door(repo).run("ls-files", "-z", "--", "*") == b"*\0"


def test_the_environment_is_scrubbed(repo: Repo) -> None:
    environ = git_environment(repo.home) | {
        "GIT_DIR": "/nowhere",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "alias.shown",
        "GIT_CONFIG_VALUE_0": "!true",
    }
    git = GitDoor(repo.top, environ=environ)
    assert git.top == repo.top
    assert not git.ok("shown")
    repo.config("alias.env", "!env")
    seen = {line.partition("=")[0] for line in git.run("env").decode(errors="replace").splitlines()}
    assert {"GIT_OPTIONAL_LOCKS", "GIT_TERMINAL_PROMPT"} <= seen
    assert not {name for name in seen if name.startswith("GIT_CONFIG_KEY")}
    assert "GIT_INDEX_FILE" not in seen


def test_a_comparison_in_a_worktree_of_a_sha256_repository(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "r", tmp_path)
    repo.top.mkdir()
    repo.git("init", "-q", "-b", "main", "--object-format=sha256")
    repo.write("a", "1\n")
    first = repo.commit()
    linked = repo.worktree(tmp_path / "linked", "side")
    linked.write("a", "2\n")
    second = linked.commit()
    patch = door(linked).run("diff-tree", "-p", first, second)
    assert (len(first), b"-1\n+2\n" in patch) == (64, True)


def test_a_partial_clone_fetches_what_it_compares(repo: Repo, tmp_path: Path) -> None:
    repo.write("sub/a", "2\n")
    repo.commit()
    repo.config("uploadpack.allowFilter", "true")
    repo.git("clone", "-q", "--filter=blob:none", "--no-checkout", f"file://{repo.top}", str(tmp_path / "part"))
    clone = Repo(tmp_path / "part", repo.home)
    clone.config("diff.orderFile", "missing")
    clone.config("diff.noprefix", "true")
    ids = [clone.git("rev-parse", name) for name in ("HEAD~1", "HEAD")]
    assert b"-1\n+2\n" in door(clone).run("diff-tree", "-r", "-p", *ids)


def test_the_process_environment_is_the_default(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", os.devnull)
    monkeypatch.setenv("HOME", str(repo.home))
    assert GitDoor(repo.top).run("ls-files") == b"sub/a\n"
