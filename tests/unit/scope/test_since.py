"""Commits since a ref, the index as it is, and narrowing both by paths."""

from pathlib import Path

import pytest

from orchestrator.errors import UsageError
from orchestrator.values.change import ScopeKind, Status
from tests.support.repo import Repo
from tests.support.scopes import scope, statuses


@pytest.fixture(name="repo")
def fixture_repo(tmp_path: Path) -> Repo:
    """`feature` has two commits; `main` has moved on since."""
    repo = Repo.create(tmp_path / "r")
    repo.write_all({"src/a.py": "a = 1\n", "src/b.py": "b = 1\n" * 9, "docs/x.md": "x\n", "run.sh": "echo\n"})
    repo.commit()
    repo.branch("feature")
    repo.write("src/a.py", "a = 2\n")
    repo.commit()
    (repo.top / "src/b.py").rename(repo.top / "src/c.py")
    repo.write("src/c.py", "b = 1\n" * 9 + "c = 1\n")
    repo.write("docs/y.md", "y\n")
    repo.link("link", "src/a.py")
    (repo.top / "run.sh").chmod(0o755)
    repo.commit()
    repo.switch("main")
    repo.write("main-only.py", "m = 1\n")
    repo.commit()
    repo.switch("feature")
    return repo


def test_from_the_merge_base_to_head(repo: Repo) -> None:
    resolved = scope(repo, ScopeKind.SINCE, since="main")
    assert statuses(resolved) == {
        "docs/y.md": Status.ADDED,
        "link": Status.ADDED,
        "run.sh": Status.MODIFIED,
        "src/a.py": Status.MODIFIED,
        "src/c.py": Status.RENAMED,
    }
    change = resolved.change
    assert (change.base_ref, change.base_sha) == ("main", repo.git("merge-base", "main", "HEAD"))
    assert (change.head_ref, change.head_sha, change.tree) == (
        "feature",
        repo.head(),
        repo.git("rev-parse", "HEAD^{tree}"),
    )
    renamed = change.file("src/c.py")
    assert renamed is not None
    assert (renamed.old_path, renamed.added_count) == ("src/b.py", 1)
    assert resolved.tree.read("link") == b"src/a.py"
    assert resolved.base_tree is not None
    assert resolved.base_tree.read("src/b.py") == b"b = 1\n" * 9
    assert "+a = 2" in change.diff
    assert resolved.notices == ()


def test_the_work_tree_is_not_looked_at(repo: Repo) -> None:
    clean = scope(repo, ScopeKind.SINCE, since="main")
    repo.write("src/a.py", "a = 'junk'\n")
    repo.write("junk.py", "j = 1\n")
    dirty = scope(repo, ScopeKind.SINCE, since="main")
    assert dirty.change == clean.change
    assert dirty.tree.read("src/a.py") == b"a = 2\n"
    assert dirty.notices == ("2 uncommitted files are not part of this review",)
    repo.remove("junk.py")
    assert scope(repo, ScopeKind.SINCE, since="main").notices == ("1 uncommitted file is not part of this review",)


def test_paths_narrow_and_take_the_subject_away(repo: Repo) -> None:
    whole = scope(repo, ScopeKind.SINCE, since="main").change
    resolved = scope(repo, ScopeKind.SINCE, "docs", "src/c.py", since="main")
    assert list(statuses(resolved)) == ["docs/y.md", "src/c.py"]
    assert resolved.change.narrowed
    assert whole.subject
    assert (resolved.change.subject, whole.narrowed) == ("", False)
    assert "--path" in resolved.change.no_subject
    assert "a = 2" not in resolved.change.diff


def test_paths_are_relative_to_the_current_folder(repo: Repo) -> None:
    below = repo.top / "src"
    assert list(statuses(scope(repo, ScopeKind.SINCE, "a.py", since="main", cwd=below))) == ["src/a.py"]
    assert list(statuses(scope(repo, ScopeKind.SINCE, "../docs/", since="main", cwd=below))) == ["docs/y.md"]
    everything = scope(repo, ScopeKind.SINCE, "..", since="main", cwd=below).change
    assert everything == scope(repo, ScopeKind.SINCE, since="main").change


def test_a_path_without_changes_gives_no_files(repo: Repo) -> None:
    assert scope(repo, ScopeKind.SINCE, "docs/x.md", since="main").change.files == ()


@pytest.mark.parametrize(
    ("path", "words"),
    [("../..", "outside"), ("/etc", "outside"), ("", "empty path"), ("sr", "no file at or under 'sr'")],
)
def test_paths_that_name_nothing_are_refused(repo: Repo, path: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        scope(repo, ScopeKind.SINCE, path, since="main")


@pytest.mark.parametrize(
    ("ref", "words"),
    [
        ("", "it is empty"),
        ("-rf", "starts with a dash"),
        ("a b", "white space"),
        ("main..HEAD", "a range"),
        ("^main", "a range"),
        ("featrue", "no commit called 'featrue'"),
        ("HEAD:src", "no commit called"),
    ],
)
def test_refs_that_name_no_commit_are_refused(repo: Repo, ref: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        scope(repo, ScopeKind.SINCE, since=ref)


def test_an_unknown_ref_offers_near_ones(repo: Repo) -> None:
    repo.git("update-ref", "refs/remotes/origin/release", "HEAD")
    for typed, near in (("featrue", "feature"), ("releese", "origin/release")):
        with pytest.raises(UsageError) as caught:
            scope(repo, ScopeKind.SINCE, since=typed)
        assert near in caught.value.hint


@pytest.mark.parametrize("ref", ["main", "HEAD~2", "refs/heads/main", "v1"])
def test_any_name_of_a_commit_will_do(repo: Repo, ref: str) -> None:
    repo.git("tag", "-a", "-m", "one", "v1", "main")
    assert "src/a.py" in statuses(scope(repo, ScopeKind.SINCE, since=ref))


def test_unrelated_histories_are_refused(repo: Repo) -> None:
    repo.git("switch", "-q", "--orphan", "alone")
    repo.write("z.py", "z = 1\n")
    repo.commit()
    with pytest.raises(UsageError, match="main and HEAD have no common history"):
        scope(repo, ScopeKind.SINCE, since="main")


def test_a_shallow_clone_says_how_to_deepen(repo: Repo, tmp_path: Path) -> None:
    repo.git("clone", "-q", "--depth=1", "--no-single-branch", f"file://{repo.top}", str(tmp_path / "shallow"))
    shallow = Repo(tmp_path / "shallow", repo.home)
    with pytest.raises(UsageError) as caught:
        scope(shallow, ScopeKind.SINCE, since="origin/main")
    assert "--unshallow" in caught.value.hint


def test_without_a_commit_there_is_no_since(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "empty")
    with pytest.raises(UsageError, match="no commit yet") as caught:
        scope(repo, ScopeKind.SINCE, since="main")
    assert "--staged" in caught.value.hint


def test_a_single_commit_has_nothing_since_itself(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "one")
    repo.write("a", "1\n")
    repo.commit()
    resolved = scope(repo, ScopeKind.SINCE, since="main")
    assert resolved.change.files == ()
    assert resolved.change.no_subject == "nothing differs from main"


def test_staged_takes_the_index_as_it_is(repo: Repo) -> None:
    repo.write("src/a.py", "a = 3\n")
    repo.stage("src/a.py")
    repo.write("src/a.py", "a = 4\n")
    repo.write("new.py", "n = 1\n")
    before = repo.status()
    resolved = scope(repo, ScopeKind.STAGED)
    assert list(statuses(resolved)) == ["src/a.py"]
    assert resolved.tree.read("src/a.py") == b"a = 3\n"
    assert resolved.notices == ("2 unstaged files are not part of this review",)
    assert repo.status() == before
    assert resolved.change.subject
    assert scope(repo, ScopeKind.STAGED, "docs").change.files == ()


def test_a_file_that_became_a_link_is_modified(repo: Repo) -> None:
    repo.remove("src/a.py")
    repo.link("src/a.py", "../run.sh")
    repo.write("copy.py", "b = 1\n" * 9 + "c = 1\n")
    repo.write("src/c.py", "b = 1\n" * 9 + "c = 2\n")
    repo.stage()
    resolved = scope(repo, ScopeKind.STAGED)
    assert statuses(resolved) == {"copy.py": Status.COPIED, "src/a.py": Status.MODIFIED, "src/c.py": Status.MODIFIED}
    link = resolved.change.file("src/a.py")
    assert link is not None
    assert (link.is_symlink, link.old_mode, link.removed_count, link.added_count) == (True, "100644", 1, 1)


def test_own_files_in_a_commit_are_left_out_in_sight(repo: Repo) -> None:
    before = scope(repo, ScopeKind.SINCE, since="main").change.subject
    repo.write(".claude/metrics/boundary-events.jsonl", "{}\n")
    repo.write("corrections/a.json", '{"marker": "code-review-correction/1"}')
    repo.commit()
    resolved = scope(repo, ScopeKind.SINCE, since="main")
    assert not any(path.startswith((".claude", "corrections")) for path in statuses(resolved))
    assert {left.path for left in resolved.change.left_out} == {
        ".claude/metrics/boundary-events.jsonl",
        "corrections/a.json",
    }
    assert resolved.change.subject == before
    assert "marker" not in resolved.change.diff
