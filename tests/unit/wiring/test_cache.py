from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from orchestrator.settings.model import COMMAND_LINE, Layer, Settings, merge
from orchestrator.settings.parse import default_layer
from orchestrator.system.git import GitDoor
from orchestrator.wiring.cache import OpenedCache, cache_folder, open_cache
from tests.support.repo import Repo

NOW = datetime(2025, 1, 31, tzinfo=UTC)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo.create(tmp_path / "repo")


def settings(**given: bool) -> Settings:
    return merge((Layer(COMMAND_LINE, {f"checks.{key}": value for key, value in given.items()}), default_layer()))


def opened(repo: Repo, environ: Mapping[str, str], **given: bool) -> OpenedCache:
    return open_cache(settings(**given), GitDoor(repo.top), NOW, environ)


def test_it_lies_below_the_home_of_the_user(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder({}).is_relative_to(tmp_path / "xdg")
    home = {"CODE_REVIEW_HOME": str(tmp_path / "home")}
    assert cache_folder(home) == tmp_path / "home" / "cache" / "tools"
    store = opened(repo, home).store
    assert store is not None
    store.save("ab" + "0" * 62, b"x")
    assert (tmp_path / "home" / "cache" / "tools" / "ab").is_dir()


@pytest.mark.parametrize("ci", ["true", "1", "yes", "woodpecker"])
def test_in_ci_it_is_off_and_says_nothing(repo: Repo, tmp_path: Path, ci: str) -> None:
    environ = {"CODE_REVIEW_HOME": str(tmp_path / "home"), "CI": ci}
    assert opened(repo, environ, cache=True) == OpenedCache(None)
    assert not (tmp_path / "home").exists()
    assert opened(repo, {**environ, "CI": "false"}).store is not None


def test_a_setting_switches_it_off(repo: Repo, tmp_path: Path) -> None:
    assert opened(repo, {"CODE_REVIEW_HOME": str(tmp_path / "home")}, cache=False) == OpenedCache(None)
    assert not (tmp_path / "home").exists()


def test_what_is_checked_out_cannot_answer_for_a_tool(repo: Repo, tmp_path: Path) -> None:
    inside = opened(repo, {"CODE_REVIEW_HOME": str(repo.top / "sub")})
    assert inside.store is None
    assert "lies inside the repository" in inside.notices[0]
    (tmp_path / "link").symlink_to(repo.top)
    assert opened(repo, {"CODE_REVIEW_HOME": str(tmp_path / "link" / "sub")}).store is None
    assert not (repo.top / "sub").exists()


def test_another_work_tree_of_the_repository_is_no_place_either(repo: Repo, tmp_path: Path) -> None:
    repo.write("a.txt", "x\n")
    repo.commit("a")
    repo.git("worktree", "add", "-q", str(tmp_path / "other"))
    other = opened(repo, {"CODE_REVIEW_HOME": str(tmp_path / "other")})
    assert other.store is None
    assert "lies inside the repository" in other.notices[0]


def test_a_folder_it_cannot_use_costs_a_notice_and_no_more(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    broken = opened(repo, {"CODE_REVIEW_HOME": str(tmp_path / "file")})
    assert broken.store is None
    assert broken.notices[0].startswith("no results are reused: ")
    shared = tmp_path / "home" / "cache" / "tools"
    shared.mkdir(parents=True)
    shared.chmod(0o777)
    assert "open to others" in opened(repo, {"CODE_REVIEW_HOME": str(tmp_path / "home")}).notices[0]
