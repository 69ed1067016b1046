"""Auto-scope: everything that is not committed, staged so that it cannot move."""

import shlex
import subprocess
from pathlib import Path

import pytest

from orchestrator.errors import RepositoryError, UsageError
from orchestrator.values.change import ScopeKind, Status
from tests.support.repo import Repo, git_environment
from tests.support.scopes import left_out, scope, statuses

HARD_NAMES = (
    "sp ace",
    'q"uote',
    "tab\t",
    "new\nline",
    "-dash",
    "back\\slash",
    ":colon",
    ":(glob)*",
    "*",
    "ümläut",
    "\udcff",
)


@pytest.fixture(name="repo")
def fixture_repo(tmp_path: Path) -> Repo:
    repo = Repo.create(tmp_path / "r")
    repo.write_all({"a.py": "a = 1\n", "b.py": "b = 1\n", "gone.py": "g = 1\n", ".gitignore": "*.log\n"})
    repo.commit()
    return repo


def test_the_union_of_staged_unstaged_and_untracked_each_once(repo: Repo) -> None:
    repo.write("a.py", "a = 2\n")
    repo.stage("a.py")
    repo.write("a.py", "a = 3\n")
    repo.write("b.py", "b = 2\n")
    repo.remove("gone.py")
    repo.write("new/c.py", "c = 1\n")
    repo.write("debug.log", "ignored\n")
    resolved = scope(repo, ScopeKind.AUTO)
    assert statuses(resolved) == {
        "a.py": Status.MODIFIED,
        "b.py": Status.MODIFIED,
        "gone.py": Status.DELETED,
        "new/c.py": Status.ADDED,
    }
    assert resolved.tree.read("a.py") == b"a = 3\n"
    assert resolved.base_tree is not None
    assert resolved.base_tree.read("a.py") == b"a = 1\n"
    assert repo.status().splitlines() == ["M  a.py", "M  b.py", "D  gone.py", "A  new/c.py"]
    assert resolved.change.base_sha == resolved.change.head_sha == repo.head()
    assert resolved.change.tree == repo.git("write-tree")


def test_only_staged_changes_leave_the_index_alone(repo: Repo) -> None:
    repo.write("a.py", "a = 2\n")
    repo.stage()
    resolved = scope(repo, ScopeKind.AUTO)
    assert list(statuses(resolved)) == ["a.py"]
    assert resolved.restore == ""
    assert not resolved.notices


def test_the_printed_command_brings_the_index_back(repo: Repo) -> None:
    repo.write("a.py", "a = 2\n")
    repo.stage("a.py")
    repo.write("b.py", "b = 2\n")
    repo.write("planned.py", "p = 1\n")
    repo.write("fresh.py", "f = 1\n")
    repo.git("add", "-N", "planned.py")
    before = repo.status()
    resolved = scope(repo, ScopeKind.AUTO)
    assert statuses(resolved)["planned.py"] is Status.ADDED
    assert repo.status() != before
    for command in resolved.restore.split(" && "):
        subprocess.run(shlex.split(command), cwd=repo.top, env=git_environment(repo.home), check=True)
    assert repo.status() == before


def test_hard_names_are_staged_literally(repo: Repo) -> None:
    for name in HARD_NAMES:
        repo.write(f"odd/{name}", "x = 1\n")
    resolved = scope(repo, ScopeKind.AUTO)
    assert set(statuses(resolved)) == {f"odd/{name}" for name in HARD_NAMES}
    assert all(resolved.tree.read(f"odd/{name}") == b"x = 1\n" for name in HARD_NAMES)
    assert all(file.added_count == 1 for file in resolved.change.files)


def test_secrets_and_nested_repositories_are_never_staged(repo: Repo) -> None:
    repo.write("a.py", "a = 2\n")
    repo.write(".env", "TOKEN=1\n")
    repo.write("keys/id_rsa", "key\n")
    Repo.create(repo.top / "inner").write("x.py", "x = 1\n")
    resolved = scope(repo, ScopeKind.AUTO)
    assert list(statuses(resolved)) == ["a.py"]
    assert left_out(resolved) == {".env": "secret", "keys/id_rsa": "secret", "inner": "nested-repository"}
    assert set(repo.git("diff", "--cached", "--name-only").splitlines()) == {"a.py"}
    assert any("left out of the review: " in notice and ".env" in notice for notice in resolved.notices)


def test_a_file_replaced_by_a_folder_takes_no_secret_along(repo: Repo) -> None:
    repo.remove("a.py")
    repo.write("a.py/module.py", "m = 1\n")
    repo.write("a.py/.env", "TOKEN=1\n")
    resolved = scope(repo, ScopeKind.AUTO)
    assert statuses(resolved) == {"a.py": Status.DELETED, "a.py/module.py": Status.ADDED}
    assert left_out(resolved) == {"a.py/.env": "secret"}


def test_a_folder_replaced_by_a_link(repo: Repo) -> None:
    repo.write("lib/x.py", "x = 1\n")
    repo.write("lib/deep/y.py", "y = 1\n")
    repo.commit()
    for path in ("lib/x.py", "lib/deep/y.py"):
        repo.remove(path)
    (repo.top / "lib/deep").rmdir()
    (repo.top / "lib").rmdir()
    repo.link("lib", "/etc")
    resolved = scope(repo, ScopeKind.AUTO)
    assert statuses(resolved) == {"lib": Status.ADDED, "lib/deep/y.py": Status.DELETED, "lib/x.py": Status.DELETED}
    assert resolved.tree.read("lib") == b"/etc"
    assert resolved.change.files[0].is_symlink


def test_the_removal_of_a_secret_is_staged_and_its_text_is_not_shown(repo: Repo) -> None:
    repo.write(".env", "TOKEN=old-value\n")
    repo.commit()
    repo.remove(".env")
    resolved = scope(repo, ScopeKind.AUTO)
    assert statuses(resolved) == {".env": Status.DELETED}
    assert "old-value" not in resolved.change.diff
    assert resolved.change.files[0].hunks == ()
    assert any("may hold secrets: .env" in notice for notice in resolved.notices)


def test_own_files_are_neither_staged_nor_listed(repo: Repo) -> None:
    repo.write("a.py", "a = 2\n")
    repo.write(".claude/memory/.pr-review-passed", "x\n")
    repo.write(".dev-team-reports/code-review.md", "x\n")
    repo.write("corrections/1.json", '{"marker": "code-review-correction/1"}')
    repo.write("corrections/2.json", '{"theirs": true}')
    repo.write("corrections/run.py", "r = 1\n")
    resolved = scope(repo, ScopeKind.AUTO)
    assert set(statuses(resolved)) == {"a.py", "corrections/2.json", "corrections/run.py"}
    assert not resolved.change.left_out


def test_an_unborn_branch_is_compared_with_nothing(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    repo.write("a.py", "a = 1\n")
    resolved = scope(repo, ScopeKind.AUTO)
    assert statuses(resolved) == {"a.py": Status.ADDED}
    assert (resolved.change.base_sha, resolved.change.head_sha, resolved.change.head_ref) == ("", "", "main")
    assert resolved.change.no_subject == "there is no commit yet"


def test_an_empty_repository_has_no_files(tmp_path: Path) -> None:
    resolved = scope(Repo.create(tmp_path / "r"), ScopeKind.AUTO)
    assert resolved.change.files == ()
    assert resolved.change.diff == ""


def test_a_clean_tree_has_no_files(repo: Repo) -> None:
    resolved = scope(repo, ScopeKind.AUTO)
    assert (resolved.change.files, resolved.notices, resolved.restore) == ((), (), "")


def test_merge_conflicts_are_refused_and_nothing_is_staged(repo: Repo) -> None:
    repo.branch("side")
    repo.write("a.py", "a = 'side'\n")
    repo.commit()
    repo.switch("main")
    repo.write("a.py", "a = 'main'\n")
    repo.commit()
    with pytest.raises(AssertionError):
        repo.git("merge", "side")
    repo.write("other.py", "o = 1\n")
    before = repo.status()
    for kind in (ScopeKind.AUTO, ScopeKind.STAGED):
        with pytest.raises(UsageError, match=r"merge conflicts \(a\.py\)") as caught:
            scope(repo, kind)
        assert "git add" in caught.value.hint
    assert repo.status() == before


def test_a_linked_worktree_is_reviewed_itself(repo: Repo, tmp_path: Path) -> None:
    linked = repo.worktree(tmp_path / "linked", "feature")
    linked.write("b.py", "b = 5\n")
    commit = linked.commit()
    linked.write("a.py", "a = 7\n")
    repo.write("b.py", "b = 'main checkout'\n")
    resolved = scope(linked, ScopeKind.AUTO)
    assert list(statuses(resolved)) == ["a.py"]
    assert (resolved.change.head_sha, resolved.change.head_ref) == (commit, "feature")
    assert repo.status() == " M b.py"


def test_a_detached_head(repo: Repo) -> None:
    repo.git("switch", "-q", "--detach")
    repo.write("a.py", "a = 2\n")
    resolved = scope(repo, ScopeKind.AUTO)
    assert resolved.change.head_ref == "HEAD"
    assert resolved.change.subject


def test_started_in_a_folder_below_it_sees_everything(repo: Repo) -> None:
    repo.write("sub/x.py", "x = 1\n")
    repo.write("y.py", "y = 1\n")
    resolved = scope(repo, ScopeKind.AUTO, cwd=repo.top / "sub")
    assert set(statuses(resolved)) == {"sub/x.py", "y.py"}


def test_a_failing_filter_leaves_the_index_alone(repo: Repo) -> None:
    repo.config("filter.bad.clean", "false")
    repo.config("filter.bad.required", "true")
    repo.write(".gitattributes", "*.bad filter=bad\n")
    repo.write("a.py", "a = 2\n")
    repo.write("z.bad", "z\n")
    before = repo.status()
    with pytest.raises(RepositoryError):
        scope(repo, ScopeKind.AUTO)
    assert repo.status() == before


def test_the_change_of_a_submodule_is_its_pointer(repo: Repo, tmp_path: Path) -> None:
    library = Repo.create(tmp_path / "library")
    library.write("code.py", "c = 1\n")
    library.commit()
    repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library.top), "lib")
    repo.commit()
    inner = Repo(repo.top / "lib", repo.home)
    inner.write("dirty.py", "d = 1\n")
    assert not scope(repo, ScopeKind.AUTO).change.files
    inner.commit()
    resolved = scope(repo, ScopeKind.AUTO)
    (file,) = resolved.change.files
    assert (file.path, file.status, file.is_submodule) == ("lib", Status.MODIFIED, True)
    assert resolved.tree.read("lib") is None
    assert any("its pointer is reviewed" in notice for notice in resolved.notices)
    assert list(left_out(scope(repo, ScopeKind.ALL)).items()) == [("lib", "submodule")]


def test_hooks_are_not_run(repo: Repo) -> None:
    hook = repo.write(".git/hooks/post-index-change", "#!/bin/sh\ntouch ran\n", executable=True)
    assert hook.exists()
    repo.write("a.py", "a = 2\n")
    scope(repo, ScopeKind.AUTO)
    assert not (repo.top / "ran").exists()
