"""Commits of fixes: nothing but the fixed files, with the user's hooks and identity, and undone when refused."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import anyio
import pytest

from orchestrator.seams import Finished, Process
from orchestrator.system.git import GitDoor
from orchestrator.system.process import ProcessDoor
from orchestrator.values.finding import Confidence, Finding, Severity
from orchestrator.wiring.fixing.commit import Committed, Committer, commit_message
from orchestrator.wiring.fixing.workspace import MOVED, Base, Workspace, open_workspace
from tests.support.repo import Repo
from tests.unit.wiring.fixing.states import FIXED, files, state

MESSAGE = "Fix 1 review finding\n\n- a.py:1: wrong\n"
LOG = ("log", "-1", "--format=%an <%ae>%n%B", "--name-status")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    made.write_all({"a.py": "a\n", "b.py": "b\n", "staged.py": "s\n", "unstaged.py": "u\n"})
    made.config("user.name", "Una User")
    made.config("user.email", "una@example.com")
    made.commit("base")
    made.write("staged.py", "staged by the user\n")
    made.stage("staged.py")
    made.write("unstaged.py", "not staged\n")
    made.write("untracked.py", "untracked\n")
    return made


def hook(repo: Repo, name: str, body: str) -> None:
    place = repo.top / ".git/hooks" / name
    place.parent.mkdir(exist_ok=True)
    place.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    place.chmod(0o755)


def surroundings(repo: Repo) -> dict[str, str]:
    return {**os.environ, "HOME": str(repo.home), "XDG_CONFIG_HOME": str(repo.home)}


def committed(
    repo: Repo,
    texts: Mapping[str, bytes],
    *,
    before: Callable[[Workspace], object] = lambda _: None,
    process: Process | None = None,
    environ: Mapping[str, str] | None = None,
) -> Committed:
    async def main() -> Committed:
        with open_workspace(GitDoor(repo.top), Base.HEAD) as workspace:
            assert workspace.watch(texts) == ()
            assert workspace.apply(texts) == ()
            before(workspace)
            given = {**surroundings(repo), **(environ or {})}
            committer = Committer(workspace=workspace, process=process or ProcessDoor(), environ=given)
            return await committer.commit(list(texts), MESSAGE)

    return anyio.run(main)


def test_only_the_fixed_files_are_committed(repo: Repo) -> None:
    base, users = repo.head(), repo.status()
    found = committed(repo, {"a.py": FIXED, "dir/:(glob)*.py": b"new\n"})
    assert found == Committed(repo.head())
    assert repo.git("rev-parse", "HEAD^") == base
    assert repo.git("-c", "core.quotePath=false", *LOG) == (
        f"Una User <una@example.com>\n{MESSAGE}\n\nM\ta.py\nA\tdir/:(glob)*.py"
    )
    assert repo.status() == users
    assert (repo.git("show", ":staged.py"), repo.git("show", ":a.py")) == ("staged by the user", "fixed")


def test_several_commits_in_a_row_stay(repo: Repo) -> None:
    async def main() -> list[Committed]:
        with open_workspace(GitDoor(repo.top), Base.HEAD) as workspace:
            committer = Committer(workspace=workspace, process=ProcessDoor(), environ=surroundings(repo))
            workspace.watch(["a.py", "b.py"])
            done = []
            for path, data in (("a.py", b"1\n"), ("b.py", b"2\n"), ("a.py", b"3\n")):
                workspace.apply({path: data})
                done.append(await committer.commit([path], MESSAGE))
            workspace.apply({"b.py": b"never settled\n"})
            return done

    done = anyio.run(main)
    assert [one.id for one in reversed(done)] == repo.git("rev-list", "-3", "HEAD").split()
    assert (repo.git("show", "HEAD:a.py"), (repo.top / "b.py").read_bytes()) == ("3", b"2\n")


def test_a_refusing_hook_leaves_everything_as_it_was(repo: Repo) -> None:
    before = state(repo)
    hook(repo, "pre-commit", "echo checking\necho 'error: a.py is not formatted' >&2\nexit 3")
    found = committed(repo, {"a.py": FIXED})
    assert found == Committed("", "git commit refused (exit 1): error: a.py is not formatted")
    assert state(repo) == before


def test_a_hook_that_formats_and_refuses_is_undone_too(repo: Repo) -> None:
    before = state(repo)
    hook(repo, "pre-commit", "echo formatted >> a.py\nexit 1")
    found = committed(repo, {"a.py": FIXED})
    assert (found.id, found.by_hooks, found.left) == ("", ("a.py",), ())
    assert Path(found.kept[0].reason.rpartition(" ")[2]).read_bytes() == FIXED + b"formatted\n"
    assert state(repo) == before


def test_a_hook_that_formats_and_stages_is_followed(repo: Repo) -> None:
    users = repo.status()
    hook(repo, "pre-commit", "echo formatted >> a.py\necho more > b.py\ngit add a.py b.py")
    found = committed(repo, {"a.py": FIXED})
    assert found == Committed(repo.head(), by_hooks=("a.py", "b.py"))
    assert repo.git("show", "HEAD:a.py") == "fixed\nformatted"
    assert repo.status() == users


def test_what_the_user_staged_stays_staged_whatever_a_hook_commits(repo: Repo) -> None:
    body = 'blob=$(echo hook | git hash-object -w --stdin)\ngit update-index --cacheinfo "100644,$blob,staged.py"'
    hook(repo, "pre-commit", body)
    found = committed(repo, {"a.py": FIXED})
    assert found.by_hooks == ("staged.py",)
    assert (repo.git("show", "HEAD:staged.py"), repo.git("show", ":staged.py")) == ("hook", "staged by the user")


def test_hooks_see_the_commit_and_may_change_its_message(repo: Repo) -> None:
    hook(repo, "pre-commit", "git diff --cached --name-only > seen; test -z \"$(git ls-files 'no*match')\"")
    hook(repo, "commit-msg", 'echo "Reviewed: yes" >> "$1"')
    found = committed(repo, {"a.py": FIXED})
    assert (repo.top / "seen").read_text() == "a.py\n"
    assert repo.git("log", "-1", "--format=%B", found.id).endswith("wrong\nReviewed: yes\n".rstrip("\n"))


def test_the_settings_and_the_identity_of_the_user_count(repo: Repo) -> None:
    repo.config("commit.gpgSign", "true")
    repo.config("gpg.program", "/nonexistent/gpg")
    before = state(repo)
    found = committed(repo, {"a.py": FIXED})
    assert found.reason.startswith("git commit refused (exit 128): ")
    assert state(repo) == before
    repo.config("commit.gpgSign", "false")
    repo.config("commit.cleanup", "scissors")
    found = committed(repo, {"a.py": FIXED}, environ={"GIT_AUTHOR_NAME": "Someone Else", "GIT_DIR": "/nonexistent"})
    assert repo.git("log", "-1", "--format=%an %cn", found.id) == "Someone Else Una User"


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (".git/MERGE_HEAD", "a merge is under way"),
        (".git/rebase-merge/x", "a rebase is under way"),
        ("a.py", "a.py was changed meanwhile"),
    ],
)
def test_what_keeps_fixes_from_being_committed(repo: Repo, made: str, reason: str) -> None:
    head = repo.head()
    found = committed(repo, {"a.py": FIXED, "b.py": FIXED}, before=lambda _: repo.write(made, f"{head}\n"))
    assert (found.id, found.reason) == ("", reason)
    assert [one.path for one in found.left] == (["a.py"] if made == "a.py" else [])
    assert repo.head() == head
    assert files(repo.top)["b.py"][1] == b"b\n"


def test_nothing_is_committed_on_another_head(repo: Repo) -> None:
    found = committed(repo, {"a.py": FIXED}, before=lambda _: repo.git("commit", "-q", "--allow-empty", "-m", "x"))
    assert (found.id, found.reason) == ("", MOVED)
    assert files(repo.top)["a.py"][1] == b"a\n"


def test_what_changes_nothing_is_not_committed(repo: Repo) -> None:
    before = state(repo)
    assert committed(repo, {"a.py": b"a\n"}) == Committed("", "nothing in it differs from HEAD")
    assert state(repo) == before


class _Ends:
    """Starts programs and is then told to end: the program is done, and whoever waits for it is gone."""

    def __init__(self, error: BaseException, *, after: bool) -> None:
        self._error, self._after = error, after

    async def run(
        self,
        argv: Sequence[str],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
        seconds: float,
    ) -> Finished:
        if self._after:
            await ProcessDoor().run(argv, cwd=cwd, env=env, stdin=stdin, seconds=seconds)
        raise self._error


def test_interrupted_before_the_commit_nothing_is_left(repo: Repo) -> None:
    before = state(repo)
    with pytest.raises(KeyboardInterrupt):
        committed(repo, {"a.py": FIXED}, process=_Ends(KeyboardInterrupt(), after=False))
    assert state(repo) == before


def test_interrupted_after_the_commit_it_stays(repo: Repo) -> None:
    base, users = repo.head(), repo.status()
    with pytest.raises(KeyboardInterrupt):
        committed(repo, {"a.py": FIXED}, process=_Ends(KeyboardInterrupt(), after=True))
    assert repo.git("rev-parse", "HEAD^") == base
    assert repo.status() == users


def test_a_commit_that_takes_too_long_is_undone(repo: Repo) -> None:
    before = state(repo)
    found = committed(repo, {"a.py": FIXED}, process=_Ends(TimeoutError(), after=False))
    assert found.reason == "git commit with its hooks took longer than 900 s"
    assert state(repo) == before


def finding(message: str, file: str = "a.py") -> Finding:
    return Finding(
        agent="x", severity=Severity.ERROR, confidence=Confidence.HIGH, file=file, line=3, message=message, evidence="e"
    )


def test_the_message_lists_the_findings_without_secrets_and_line_ends() -> None:
    said = commit_message([finding("one\n\nSigned-off-by: x"), finding("password = 'hunter2hunter2'", "b\n.py")])
    assert said == ("Fix 2 review findings\n\n- a.py:3: one Signed-off-by: x\n- b\\n.py:3: password = '[redacted]'\n")
    assert commit_message([finding("x")]).startswith("Fix 1 review finding\n\n- ")
    many = commit_message([finding("y" * 500)] * 60).splitlines()
    assert (len(many), many[-1], max(map(len, many)) < 250) == (53, "- and 10 more", True)
