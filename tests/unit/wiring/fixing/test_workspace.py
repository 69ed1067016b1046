"""Fixes tried in real work trees: written safely, taken back exactly, and never over somebody else's change."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orchestrator.errors import UsageError
from orchestrator.system.git import GitDoor
from orchestrator.wiring.fixing.journal import open_journal
from orchestrator.wiring.fixing.taking_back import Left
from orchestrator.wiring.fixing.workspace import MOVED, Base, Workspace, open_workspace
from tests.support.repo import Repo, git_environment
from tests.unit.wiring.fixing.states import FIXED, crowded, files, state, tried

CHANGED = "it was changed meanwhile"
FILES = (
    *("a.py", "both.py", "staged.py", "unstaged.py", "new name.py", "dir/deep/x.py", "run.sh", "crlf.txt", "new.py"),
    *("-dash :(top) *\n.py", "ignored/i.py", "intended.py", "made.py", "fresh/inner/made.py"),
)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    crowded(made)
    return made


@pytest.fixture
def clean(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    made.write_all({"a.py": "a\n", "b.py": "b\n", "dir/c.py": "c\n"})
    made.commit("base")
    return made


def reasons(found: Sequence[tuple[str, str]]) -> dict[str, str]:
    return dict(found)


def nothing(_: Workspace) -> None:
    return None


def test_everything_is_brought_back(repo: Repo) -> None:
    before = state(repo)
    seen: list[dict[str, tuple[str, bytes]]] = []
    workspace = tried(repo, Base.NONE, dict.fromkeys(FILES, FIXED), lambda _: seen.append(files(repo.top)))
    assert {path for path in FILES if seen[0][path][1] != FIXED} == set()
    assert state(repo) == before
    assert workspace.left == ()
    assert not open_journal(workspace.git).exists()


def test_what_is_settled_stays_with_its_modes(repo: Repo) -> None:
    before = files(repo.top)
    tried(repo, Base.NONE, dict.fromkeys(FILES, FIXED), lambda workspace: workspace.settle())
    after = files(repo.top)
    assert {path: after[path][1] for path in FILES} == dict.fromkeys(FILES, FIXED)
    assert {path: after[path][0] for path in FILES if path in before} == {
        path: before[path][0] for path in FILES if path in before
    }
    assert {path: one for path, one in after.items() if path not in {*FILES, "fresh", "fresh/inner"}} == {
        path: one for path, one in before.items() if path not in FILES
    }


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["apply", "apply", "apply", "undo", "stage", "settle"]),
        st.sets(st.sampled_from(["a.py", "b.py", "dir/c.py", "fresh/d.py"]), min_size=1, max_size=3),
        st.sampled_from([b"", b"1\n", b"2\r\n", b"a\n"]),
    ),
    max_size=8,
)


def _act(workspace: Workspace, act: str, paths: set[str], data: bytes) -> tuple[Left, ...]:
    if act == "apply":
        return workspace.apply(dict.fromkeys(paths, data))
    return workspace.undo(sorted(paths)) if act == "undo" else workspace.stage(sorted(paths))


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTS)
def test_whatever_was_done_the_last_settled_state_comes_back(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, set[str], bytes]]
) -> None:
    repo = Repo.create(tmp_path_factory.mktemp("r"))
    repo.write_all({"a.py": "a\n", "b.py": "b\n", "dir/c.py": "c\n"})
    repo.commit("base")
    repo.write("b.py", "staged by the user\n")
    repo.stage("b.py")
    expected = state(repo)
    with open_workspace(GitDoor(repo.top), Base.INDEX) as workspace:
        assert workspace.watch(["a.py", "b.py", "dir/c.py", "fresh/d.py"]) == ()
        for act, paths, data in acts:
            if act == "settle":
                workspace.settle()
                expected = state(repo)
            else:
                left = _act(workspace, act, paths, data)
                assert left == ()
    assert state(repo) == expected
    assert workspace.left == ()


def test_what_was_staged_in_a_crowded_tree_is_brought_back(repo: Repo) -> None:
    (repo.top / "a.py").chmod(0o755)
    repo.stage("a.py")
    before = state(repo)
    fit = ["a.py", "staged.py", "new name.py", "dir/deep/x.py", "run.sh", "crlf.txt", "-dash :(top) *\n.py", "made.py"]

    def stage(workspace: Workspace) -> None:
        assert workspace.stage(fit) == ()
        assert repo.git("ls-files", "--stage", "a.py", "run.sh").count("100755") == 2

    assert tried(repo, Base.INDEX, dict.fromkeys(fit, FIXED), stage).left == ()
    assert state(repo) == before


def test_a_repository_without_a_commit(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "repo")
    repo.write("a.py", "a\n")
    repo.stage()
    tried(repo, Base.INDEX, {"a.py": FIXED}, lambda workspace: workspace.stage(["a.py"]))
    assert (repo.git("show", ":a.py"), repo.status()) == ("a", "A  a.py")


def test_staging_takes_exactly_the_fixed_paths(clean: Repo) -> None:
    clean.write("b.py", "not for this commit\n")
    clean.write("dir/c.py", "user\n")
    clean.stage("dir/c.py")
    clean.write(":(glob)*", "odd\n")
    clean.stage()
    clean.git("restore", "--staged", "b.py")

    def stage(workspace: Workspace) -> None:
        assert workspace.watch([":(glob)*"]) == ()
        assert workspace.apply({":(glob)*": FIXED}) == ()
        assert workspace.stage(["a.py", ":(glob)*"]) == ()
        workspace.settle()

    tried(clean, Base.INDEX, {"a.py": FIXED}, stage)
    assert clean.git_bytes("show", ":a.py") == clean.git_bytes("show", "::(glob)*") == FIXED
    assert clean.git_bytes("show", ":b.py") == b"b\n"
    assert clean.git_bytes("show", ":dir/c.py") == b"user\n"


def test_only_what_equals_its_base_is_touched(repo: Repo) -> None:
    with open_workspace(GitDoor(repo.top), Base.INDEX) as workspace:
        left = reasons(workspace.watch(FILES))
    differs = "it differs from what is staged"
    assert left == {
        **dict.fromkeys(["both.py", "unstaged.py", "new.py", "intended.py"], differs),
        "ignored/i.py": "git does not track it",
    }
    with open_workspace(GitDoor(repo.top), Base.HEAD) as workspace:
        left = reasons(workspace.watch(FILES))
    differs = "it differs from HEAD"
    assert left == {
        **dict.fromkeys(["both.py", "staged.py", "unstaged.py", "new name.py", "new.py", "intended.py"], differs),
        "ignored/i.py": "git does not track it",
    }


def test_what_no_fix_may_touch(repo: Repo) -> None:
    (repo.top / "read-only.py").write_text("x\n")
    (repo.top / "read-only.py").chmod(0o400)
    nested = Repo.create(repo.top / "nested")
    nested.write("n.py", "n\n")
    repo.link("out", "/etc")
    link, way = "it is a symbolic link", "a link or a file is on the way to it"
    expected = {
        "link": link,
        "folder-link/deep/x.py": way,
        "out/hosts": way,
        "a.py/below": way,
        "dir": "it is not a regular file",
        "../a.py": "it is not a path inside the repository",
        "/etc/hosts": "it is not a path inside the repository",
        "dir/../a.py": "it is not a path inside the repository",
        "nul\0.py": "it is not a path inside the repository",
        ".git/config": "it belongs to git",
        "dir/.GIT/hooks/pre-commit": "it belongs to git",
        "nested/n.py": "it belongs to another repository inside this one",
        "read-only.py": "it is read-only",
        ".env": "its name says that it may hold secrets",
    }
    with open_workspace(GitDoor(repo.top), Base.NONE) as workspace:
        assert reasons(workspace.watch(expected)) == expected
        assert reasons(workspace.apply({"link": FIXED})) == {"link": "it was not read before the fix"}


def test_a_submodule_and_what_git_does_not_look_at(clean: Repo, tmp_path: Path) -> None:
    other = Repo.create(tmp_path / "other")
    other.write("s.py", "s\n")
    other.commit("sub")
    clean.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other.top), "sub")
    clean.commit("with a submodule")
    clean.git("update-index", "--skip-worktree", "b.py")
    clean.git("update-index", "--assume-unchanged", "dir/c.py")
    before = state(clean)
    hidden = "git is told not to look at it (skip-worktree or assume-unchanged)"
    with open_workspace(GitDoor(clean.top), Base.HEAD) as workspace:
        left = reasons(workspace.watch(["a.py", "b.py", "dir/c.py", "sub/s.py"]))
        assert workspace.apply({"a.py": FIXED}) == ()
    assert left == {"sub/s.py": "it belongs to another repository inside this one", "b.py": hidden, "dir/c.py": hidden}
    assert state(clean) == before


def test_a_sparse_checkout_and_a_linked_work_tree(clean: Repo, tmp_path: Path) -> None:
    linked = clean.worktree(tmp_path / "linked", "side")
    linked.git("sparse-checkout", "set", "--cone", "--sparse-index", "elsewhere")
    before, main = state(linked), state(clean)
    with open_workspace(GitDoor(linked.top), Base.INDEX) as workspace, open_workspace(GitDoor(clean.top), Base.INDEX):
        left = reasons(workspace.watch(["a.py", "dir/c.py"]))
        assert list(left) == ["dir/c.py"]
        assert workspace.apply({"a.py": FIXED}) == ()
        assert workspace.stage(["a.py"]) == ()
        assert linked.git_bytes("show", ":a.py") == FIXED
    assert (state(linked), state(clean)) == (before, main)


def test_line_ends_and_filters_are_those_of_git(clean: Repo) -> None:
    clean.config("core.autocrlf", "true")
    clean.write("w.txt", b"one\r\n")
    clean.commit("stored with LF")
    before = state(clean)

    def stage(workspace: Workspace) -> None:
        workspace.stage(["w.txt"])
        assert clean.git_bytes("cat-file", "blob", ":w.txt") == b"two\n"

    assert tried(clean, Base.INDEX, {"w.txt": b"two\r\n"}, stage).left == ()
    assert state(clean) == before


def test_a_change_of_the_user_is_never_overwritten(clean: Repo) -> None:
    def disturb(workspace: Workspace) -> None:
        clean.write("a.py", "typed meanwhile\n")
        clean.remove("b.py")
        assert reasons(workspace.apply({"dir/c.py": b"second\n", "a.py": b"second\n"})) == {"a.py": CHANGED}
        assert (clean.top / "dir/c.py").read_bytes() == FIXED
        assert reasons(workspace.apply({"b.py": b"second\n"})) == {"b.py": CHANGED}
        assert reasons(workspace.stage(["a.py", "dir/c.py"])) == {"a.py": CHANGED}

    texts = dict.fromkeys(["a.py", "b.py", "dir/c.py"], FIXED)
    workspace = tried(clean, Base.INDEX, texts, disturb)
    assert files(clean.top)["a.py"][1] == b"typed meanwhile\n"
    assert "b.py" not in files(clean.top)
    assert files(clean.top)["dir/c.py"][1] == b"c\n"
    said = reasons(workspace.left)
    assert set(said) == {"a.py", "b.py"}
    kept = said["a.py"].partition("; its former content is kept in ")
    assert kept[0] == "it was changed meanwhile and is left as it is"
    assert clean.status() == " M a.py\n D b.py"
    tried(clean, Base.NONE, {"dir/c.py": b"second\n"}, lambda workspace: workspace.settle())
    assert Path(kept[2]).read_bytes() == b"a\n"


def test_undoing_a_change_of_the_user_gives_the_file_up(clean: Repo) -> None:
    def disturb(workspace: Workspace) -> None:
        clean.write("a.py", "typed meanwhile\n")
        assert list(reasons(workspace.undo(["a.py", "b.py"]))) == ["a.py"]
        assert reasons(workspace.apply({"a.py": FIXED})) == {"a.py": CHANGED}
        assert workspace.apply({"b.py": FIXED}) == ()

    tried(clean, Base.INDEX, {"a.py": FIXED, "b.py": FIXED}, disturb)
    assert (clean.top / "a.py").read_bytes() == b"typed meanwhile\n"
    assert (clean.top / "b.py").read_bytes() == b"b\n"


def test_what_the_user_staged_meanwhile_stays_staged(clean: Repo) -> None:
    def disturb(workspace: Workspace) -> None:
        workspace.stage(["a.py", "b.py"])
        clean.write("a.py", "typed meanwhile\n")
        clean.write("new.py", "new\n")
        clean.stage("a.py", "new.py")

    workspace = tried(clean, Base.INDEX, {"a.py": FIXED, "b.py": FIXED}, disturb)
    assert clean.status() == "M  a.py\nA  new.py"
    assert [one.path for one in workspace.left] == ["a.py", "a.py"]


def test_nothing_is_staged_after_head_was_moved(clean: Repo) -> None:
    def disturb(workspace: Workspace) -> None:
        clean.git("commit", "-q", "--allow-empty", "-m", "meanwhile")
        assert reasons(workspace.stage(["a.py"])) == {"a.py": MOVED}

    tried(clean, Base.INDEX, {"a.py": FIXED}, disturb)
    assert clean.status() == ""


def test_a_fix_of_several_files_is_written_whole_or_not_at_all(clean: Repo) -> None:
    before = state(clean)
    with open_workspace(GitDoor(clean.top), Base.INDEX) as workspace:
        workspace.watch(["a.py", "b.py", "fresh/d.py"])
        # A file where the fix needs a folder: found out only while writing.
        clean.write("fresh", "a file\n")
        left = reasons(workspace.apply({"a.py": FIXED, "b.py": FIXED, "fresh/d.py": FIXED}))
        assert left == {"fresh/d.py": "a link or a file is on the way to it"}
        assert clean.status() == "?? fresh"
        clean.remove("fresh")
    assert state(clean) == before


def test_conflicts_another_run_and_an_unfinished_one_are_refused(clean: Repo) -> None:
    with open_workspace(GitDoor(clean.top), Base.INDEX), pytest.raises(UsageError, match="another run is fixing"):  # noqa: SIM117
        with open_workspace(GitDoor(clean.top), Base.INDEX):
            pass
    clean.branch("side")
    clean.write("a.py", "side\n")
    clean.commit("side")
    clean.switch("main")
    clean.write("a.py", "main\n")
    clean.commit("main")
    told = git_environment(clean.home)
    subprocess.run(["git", "merge", "-q", "side"], cwd=clean.top, env=told, check=False, capture_output=True)
    with pytest.raises(UsageError, match="merge conflicts"), open_workspace(GitDoor(clean.top), Base.NONE):
        pass


class _Awaits:
    """Ends the run at the n-th place where it waits."""

    def __init__(self, stop: int) -> None:
        self.left = stop

    async def __call__(self) -> None:
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt
        await anyio.lowlevel.checkpoint()


@pytest.mark.parametrize("stop", range(1, 6))
def test_an_interruption_anywhere_brings_everything_back(clean: Repo, stop: int) -> None:
    clean.write("b.py", "the user's\n")
    clean.stage("b.py")
    before = state(clean)
    wait = _Awaits(stop)

    async def main() -> None:
        with open_workspace(GitDoor(clean.top), Base.INDEX) as workspace:
            workspace.watch(["a.py", "b.py", "fresh/d.py"])
            await wait()
            workspace.apply({"a.py": FIXED, "fresh/d.py": FIXED})
            await wait()
            workspace.stage(["a.py", "fresh/d.py"])
            await wait()
            workspace.undo(["a.py"])
            workspace.apply({"b.py": FIXED})
            await wait()
            workspace.stage(["b.py"])
            await wait()

    with pytest.raises(KeyboardInterrupt):
        anyio.run(main)
    assert state(clean) == before
    assert wait.left == 0


def test_cancelling_brings_everything_back(clean: Repo) -> None:
    before = state(clean)

    async def main() -> None:
        with anyio.CancelScope() as scope, open_workspace(GitDoor(clean.top), Base.INDEX) as workspace:
            workspace.watch(["a.py"])
            workspace.apply({"a.py": FIXED})
            workspace.stage(["a.py"])
            scope.cancel()
            await anyio.sleep(60)

    anyio.run(main)
    assert state(clean) == before
