"""After a run that was killed while it fixed."""

import os
import signal
from pathlib import Path

from orchestrator.system.git import GitDoor
from orchestrator.wiring.fixing.workspace import Base, open_workspace
from tests.support.cli import code_review
from tests.support.repo import Repo, git_environment


def killed(tmp_path: Path) -> Repo:
    """A repository in which a process was killed between two fixes."""
    repo = Repo.create(tmp_path / "shop")
    repo.write("shop.py", "x = 1\n")
    repo.commit("begin")
    child = os.fork()
    if child == 0:
        with open_workspace(GitDoor(repo.top, environ=git_environment(repo.home)), Base.INDEX) as workspace:
            workspace.watch(["shop.py"])
            workspace.apply({"shop.py": b"x = 2\n"})
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    return repo


def test_what_a_killed_run_has_changed_is_taken_back(tmp_path: Path) -> None:
    repo = killed(tmp_path)
    assert (repo.top / "shop.py").read_text() == "x = 2\n"
    state = code_review("fixes", "status", cwd=repo.top, home=repo.home)
    assert (state.code, "code-review fixes undo" in state.out) == (1, True)
    assert code_review("fixes", "undo", cwd=repo.top, home=repo.home).out == "brought back 1 file\n"
    assert (repo.top / "shop.py").read_text() == "x = 1\n"
    assert code_review("fixes", "status", "--json", cwd=repo.top, home=repo.home).json == {"unfinished": False}


def test_what_was_typed_since_stays_and_the_code_says_that_not_all_is_back(tmp_path: Path) -> None:
    repo = killed(tmp_path)
    repo.write("shop.py", "x = 3\n")
    said = code_review("fixes", "undo", cwd=repo.top, home=repo.home)
    assert (said.code, said.out.splitlines()[0]) == (1, "brought back 0 files")
    assert "its former content is kept in " in said.out
    assert Path(said.out.split()[-1]).read_text() == "x = 1\n"


def test_or_kept(tmp_path: Path) -> None:
    repo = killed(tmp_path)
    said = code_review("fixes", "keep", "--json", cwd=repo.top, home=repo.home)
    assert said.json == {"lines": ["kept 1 file as the interrupted run left them"]}
    assert (repo.top / "shop.py").read_text() == "x = 2\n"
    assert code_review("fixes", "status", cwd=repo.top, home=repo.home).code == 0
