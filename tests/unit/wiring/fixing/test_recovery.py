"""A run that was killed while it fixed: the next one finds it, and its changes are taken back or kept."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from orchestrator.errors import StateError, UsageError
from orchestrator.system.git import GitDoor
from orchestrator.wiring.fixing.journal import open_journal
from orchestrator.wiring.fixing.recovery import is_unfinished, keep, recover, unfinished_notice
from orchestrator.wiring.fixing.workspace import Base, Workspace, open_workspace, refuse_unfinished
from tests.support.repo import Repo
from tests.unit.wiring.fixing.states import FIXED, state

PATHS = ("a.py", "b.py", "fresh/d.py")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    made.write_all({"a.py": "a\n", "b.py": "b\n"})
    made.commit("base")
    made.write("b.py", "the user's\n")
    made.stage("b.py")
    return made


def killed(repo: Repo, work: Callable[[Workspace], object]) -> None:
    """A process of its own that is killed at the end of `work`."""
    child = os.fork()
    if not child:
        try:
            with open_workspace(GitDoor(repo.top), Base.INDEX) as workspace:
                workspace.watch(PATHS)
                work(workspace)
                os.kill(os.getpid(), signal.SIGKILL)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def fixed_and_staged(workspace: Workspace) -> None:
    workspace.apply(dict.fromkeys(PATHS, FIXED))
    workspace.stage(PATHS)


def test_its_changes_are_taken_back(repo: Repo) -> None:
    before, git = state(repo), GitDoor(repo.top)
    assert (is_unfinished(git), recover(git), keep(git)) == (False, [], [])
    killed(repo, fixed_and_staged)
    assert state(repo) != before
    assert is_unfinished(git)
    with pytest.raises(UsageError, match="ended in the middle of fixing"), open_workspace(git, Base.INDEX):
        pass
    assert recover(git) == ["brought back 3 files"]
    assert state(repo) == before
    assert not is_unfinished(git)


def test_what_somebody_else_staged_of_its_changes_is_taken_out_again(repo: Repo) -> None:
    """A review that stages what it finds in the work tree does not know whose it is."""
    before, git = state(repo), GitDoor(repo.top)
    killed(repo, lambda workspace: workspace.apply(dict.fromkeys(PATHS, FIXED)))
    repo.stage()
    assert recover(git) == ["brought back 3 files"]
    assert state(repo) == before


def test_what_was_staged_with_more_is_told_with_the_command_that_mends_it(repo: Repo) -> None:
    git = GitDoor(repo.top)
    entry = repo.git("ls-files", "--stage", "b.py")
    killed(repo, lambda workspace: workspace.apply({"b.py": FIXED}))
    repo.write("b.py", "fixed, and typed\n")
    repo.stage("b.py")
    said = recover(git)
    assert [line.partition(";")[0] for line in said] == [
        "brought back 0 files",
        "b.py: it was changed meanwhile and is left as it is",
        "b.py: it was staged anew meanwhile, and the index is left as it is there",
    ]
    repo.git(*said[2].split("`")[1].split()[1:])
    assert repo.git("ls-files", "--stage", "b.py") == entry


def test_a_review_of_the_work_tree_is_refused_until_somebody_has_decided(repo: Repo) -> None:
    git = GitDoor(repo.top)
    refuse_unfinished(git)
    assert unfinished_notice(git) == ""
    with open_workspace(git, Base.INDEX) as workspace:
        workspace.watch(["a.py"])
        workspace.apply({"a.py": FIXED})
        with pytest.raises(UsageError, match="another run is fixing"):
            refuse_unfinished(git)
    killed(repo, lambda workspace: workspace.apply({"a.py": FIXED}))
    with pytest.raises(UsageError, match="ended in the middle of fixing") as found:
        refuse_unfinished(git)
    assert "`code-review fixes undo`" in found.value.hint
    assert "`code-review fixes undo`" in unfinished_notice(git)
    keep(git)
    refuse_unfinished(git)


def test_its_changes_are_kept(repo: Repo) -> None:
    killed(repo, fixed_and_staged)
    after, git = state(repo), GitDoor(repo.top)
    assert keep(git) == ["kept 3 files as the interrupted run left them"]
    assert state(repo) == after
    assert not is_unfinished(git)


def test_what_was_settled_is_no_concern(repo: Repo) -> None:
    def work(workspace: Workspace) -> None:
        workspace.apply({"a.py": b"first\n"})
        workspace.settle()
        workspace.apply({"a.py": b"second\n"})

    killed(repo, work)
    assert recover(GitDoor(repo.top)) == ["brought back 1 file"]
    assert (repo.top / "a.py").read_bytes() == b"first\n"


def test_what_was_changed_since_is_left_and_the_earlier_content_kept(repo: Repo) -> None:
    killed(repo, fixed_and_staged)
    repo.write("a.py", "typed since\n")
    git = GitDoor(repo.top)
    said = recover(git)
    assert said[0] == "brought back 2 files"
    assert said[1].startswith("a.py: it was changed meanwhile and is left as it is; its former content is kept in ")
    assert Path(said[1].rpartition(" ")[2]).read_bytes() == b"a\n"
    assert (repo.top / "a.py").read_bytes() == b"typed since\n"
    assert [path.name for path in (open_journal(git).folder / "fix-before").iterdir()] == [said[1].rpartition("/")[2]]


def test_a_write_that_was_cut_leaves_nothing_behind(repo: Repo) -> None:
    """Killed between noting and writing: the file still holds what it held, beside it lies half of the new one."""

    def work(workspace: Workspace) -> None:
        workspace.apply({"a.py": FIXED})
        token = open_journal(workspace.git).load().token
        repo.write("a.py", "a\n")
        repo.write(f".code-review-{token}.tmp", "ha")

    before = state(repo)
    killed(repo, work)
    assert recover(GitDoor(repo.top)) == ["brought back 1 file"]
    assert state(repo) == before


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "code-review-fix-journal/2"}'])
def test_a_damaged_journal_is_told_and_nothing_is_touched(repo: Repo, text: str) -> None:
    killed(repo, fixed_and_staged)
    after, git = state(repo), GitDoor(repo.top)
    open_journal(git).path.write_text(text, encoding="ascii")
    for way in (recover, keep):
        with pytest.raises(StateError, match=r"fix-journal\.json") as found:
            way(git)
        assert "fix-before" in found.value.hint
    assert state(repo) == after


def test_a_kept_content_that_is_damaged_is_not_brought_back(repo: Repo) -> None:
    killed(repo, lambda workspace: workspace.apply({"a.py": FIXED}))
    git = GitDoor(repo.top)
    note = open_journal(git).load().files["a.py"]
    assert note.before is not None
    open_journal(git).kept(note.before).write_bytes(b"something else")
    said = recover(git)
    assert said[0] == "brought back 0 files"
    assert said[1].startswith("a.py: it could not be brought back: ")
    assert (repo.top / "a.py").read_bytes() == FIXED


def test_a_run_at_work_is_left_alone(repo: Repo) -> None:
    git = GitDoor(repo.top)
    with open_workspace(git, Base.INDEX) as workspace:
        workspace.watch(["a.py"])
        workspace.apply({"a.py": FIXED})
        with pytest.raises(UsageError, match="another run is fixing"):
            recover(git)
    assert recover(git) == []
