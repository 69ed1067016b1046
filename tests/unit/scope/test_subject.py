"""The subject hash and the base it is counted from."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from orchestrator.scope.base import MergeBase, default_base
from orchestrator.scope.subject import subject_of
from orchestrator.values.change import ScopeKind
from tests.support.repo import Repo
from tests.support.scopes import door, scope

# Everything a person may have configured that was ever seen to change the output of a comparison.
CONFIGURATION = {
    "color.ui": "always",
    "core.abbrev": "4",
    "core.compression": "9",
    "core.quotePath": "true",
    "core.whitespace": "cr-at-eol",
    "diff.algorithm": "patience",
    "diff.context": "0",
    "diff.dirstat": "files",
    "diff.external": "echo external",
    "diff.ignoreSubmodules": "all",
    "diff.indentHeuristic": "false",
    "diff.interHunkContext": "50",
    "diff.mnemonicPrefix": "true",
    "diff.noprefix": "true",
    "diff.orderFile": "order",
    "diff.relative": "true",
    "diff.renameLimit": "1",
    "diff.renames": "false",
    "diff.submodule": "log",
    "diff.suppressBlankEmpty": "true",
    "diff.py.textconv": "echo converted",
    "diff.py.command": "echo driver",
    "diff.wsErrorHighlight": "all",
    "status.relativePaths": "true",
    "status.renames": "copies",
    "status.showUntrackedFiles": "no",
}


@pytest.fixture(name="repo")
def fixture_repo(tmp_path: Path) -> Repo:
    """A branch with an edit, a rename, a binary, a file in a folder below, and unfinished work on top."""
    repo = Repo.create(tmp_path / "r")
    repo.write_all({"sub/a.py": "a = 1\n\n" * 20, "b.py": "b = 1\n" * 9, "order": "z*\nb*\n"})
    repo.commit()
    repo.branch("feature")
    repo.write("sub/a.py", "a = 1\n\n" * 10 + "new\n" + "a = 1\n\n" * 10)
    (repo.top / "b.py").rename(repo.top / "ç.py")
    repo.write("z.bin", b"\0\1")
    repo.commit()
    repo.write("sub/a.py", "a = 3\n")
    repo.write("untracked.py", "u = 1\n")
    return repo


@pytest.mark.parametrize("kind", [ScopeKind.SINCE, ScopeKind.AUTO])
def test_no_configuration_reaches_change_or_subject(repo: Repo, kind: ScopeKind) -> None:
    since = "main" if kind is ScopeKind.SINCE else ""
    index = (repo.top / ".git/index").read_bytes()
    plain = scope(repo, kind, since=since).change
    (repo.top / ".git/index").write_bytes(index)
    for name, value in CONFIGURATION.items():
        repo.config(name, value)
    repo.write(".git/info/attributes", "*.py -diff\n*.bin diff\nb.py diff=py\nsub/* diff=py\n")
    configured = scope(repo, kind, since=since, cwd=repo.top / "sub").change
    assert configured == plain
    assert plain.subject


@pytest.mark.parametrize("rule", ["*.py -diff", "*.py binary", "*.py diff=py", "*.py -text"])
def test_attributes_of_the_change_cannot_hide_it(repo: Repo, rule: str) -> None:
    repo.write(".gitattributes", f"{rule}\n*.bin diff\n")
    repo.config("diff.py.textconv", "true")
    change = scope(repo, ScopeKind.AUTO).change
    file = change.file("sub/a.py")
    assert file is not None
    assert (file.binary, file.added_count) == (False, 1)
    committed = scope(repo, ScopeKind.SINCE, since="main").change
    assert [file.path for file in committed.files if file.binary] == ["z.bin"]


@pytest.mark.parametrize("setting", ["true", "input", "false"])
def test_line_ending_settings_do_not_reach_what_was_committed(repo: Repo, setting: str) -> None:
    repo.write("crlf.txt", b"a\r\nb\r\n")
    repo.write("lf.txt", b"a\nb\n")
    repo.commit()
    plain = scope(repo, ScopeKind.SINCE, since="main")
    repo.config("core.autocrlf", setting)
    configured = scope(repo, ScopeKind.SINCE, since="main")
    assert configured.change == plain.change
    assert configured.tree.read("crlf.txt") == b"a\r\nb\r\n"
    repo.write("lf.txt", b"a\nb\nc\n")
    resolved = scope(repo, ScopeKind.AUTO)
    assert resolved.tree.read("lf.txt") == b"a\nb\nc\n"


def test_the_environment_of_a_hook_is_not_followed(repo: Repo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plain = scope(repo, ScopeKind.SINCE, since="main").change
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    monkeypatch.setenv("GIT_DIFF_OPTS", "--unified=0")
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "echo")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "diff.noprefix")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "true")
    assert scope(repo, ScopeKind.SINCE, since="main").change == plain


def test_it_is_the_hash_of_the_raw_records(repo: Repo) -> None:
    base = repo.git("merge-base", "main", "HEAD")
    options = ("-r", "--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules=none")
    records = repo.git_bytes("diff-tree", *options, base, "HEAD^{tree}")
    change = scope(repo, ScopeKind.SINCE, since="main").change
    assert change.subject == hashlib.sha256(records).hexdigest()


def test_staged_work_and_its_commit_have_one_subject(repo: Repo) -> None:
    auto = scope(repo, ScopeKind.AUTO).change.subject
    assert auto == scope(repo, ScopeKind.STAGED).change.subject
    repo.commit()
    assert auto == scope(repo, ScopeKind.SINCE, since="main").change.subject


def test_a_changed_mode_is_a_changed_subject(repo: Repo) -> None:
    before = scope(repo, ScopeKind.SINCE, since="main").change.subject
    (repo.top / "order").chmod(0o755)
    repo.stage("order")
    repo.commit_staged()
    assert scope(repo, ScopeKind.SINCE, since="main").change.subject not in {before, ""}


def test_a_rebase_without_change_keeps_the_subject(repo: Repo) -> None:
    repo.commit()
    before = scope(repo, ScopeKind.SINCE, since="main").change.subject
    repo.switch("main")
    repo.write("unrelated.py", "u = 1\n")
    repo.commit()
    repo.switch("feature")
    repo.git("rebase", "-q", "main")
    assert scope(repo, ScopeKind.SINCE, since="main").change.subject == before


def test_git_failing_is_no_subject(repo: Repo) -> None:
    subject = subject_of(door(repo), MergeBase("main", "0" * 39 + "1"), repo.git("write-tree"))
    assert subject.hash == ""
    assert "git could not list the change" in subject.reason


def test_replaced_objects_are_not_believed(repo: Repo) -> None:
    plain = scope(repo, ScopeKind.SINCE, since="main").change
    other = repo.git("hash-object", "-w", "--stdin", stdin=b"harmless = 1\n")
    repo.git("replace", repo.git("rev-parse", "HEAD:sub/a.py"), other)
    resolved = scope(repo, ScopeKind.SINCE, since="main")
    assert resolved.change == plain
    assert resolved.tree.read("sub/a.py") != b"harmless = 1\n"


def test_the_base_is_never_the_branch_itself(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    git = door(repo)
    assert default_base(git) is None
    repo.write("a", "1\n")
    repo.commit()
    assert default_base(git) is None
    repo.write("a", "2\n")
    assert "no base branch" in scope(repo, ScopeKind.AUTO).change.no_subject
    repo.branch("feature")
    assert default_base(git) == "main"
    repo.git("branch", "master")
    assert default_base(git) == "main"
    repo.switch("main")
    assert default_base(git) == "master"


def test_origin_comes_first(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    repo.write("a", "1\n")
    repo.commit()
    git = door(repo)
    for ref, expected in (
        ("origin/master", "origin/master"),
        ("origin/main", "origin/main"),
        ("origin/dev", "origin/main"),
    ):
        repo.git("update-ref", f"refs/remotes/{ref}", "HEAD")
        assert default_base(git) == expected
    repo.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/dev")
    assert default_base(git) == "origin/dev"
    repo.git("update-ref", "-d", "refs/remotes/origin/dev")
    assert default_base(git) == "origin/main"
    repo.git("tag", "origin/main")
    assert default_base(git) == "remotes/origin/main"


def pointer(repo: Repo, commit: str) -> None:
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{commit},module")


def linked(repo: Repo, target: str) -> None:
    (repo.top / "link").unlink(missing_ok=True)
    repo.link("link", target)
    repo.stage("link")


def moved(repo: Repo) -> None:
    (repo.top / "ç.py").rename(repo.top / "d.py")
    repo.stage("ç.py", "d.py")


def binary(repo: Repo) -> None:
    repo.write("z.bin", b"\0\2")
    repo.stage("z.bin")


def spaced(repo: Repo) -> None:
    repo.write("order", "z* \nb*\n")
    repo.stage("order")


def ended(repo: Repo) -> None:
    repo.write("order", "z*\r\nb*\r\n")
    repo.stage("order")


def removed(repo: Repo) -> None:
    repo.git("rm", "-q", "order")


def replaced_by_folder(repo: Repo) -> None:
    repo.git("rm", "-q", "order")
    repo.write("order/inside", "z*\n")
    repo.stage("order")


REAL_CHANGES: dict[str, Callable[[Repo], None]] = {
    "submodule added": lambda repo: pointer(repo, "1" * 40),
    "submodule moved": lambda repo: pointer(repo, "2" * 40),
    "symlink added": lambda repo: linked(repo, "order"),
    "symlink turned": lambda repo: linked(repo, "ç.py"),
    "rename": moved,
    "binary": binary,
    "white space": spaced,
    "line ends": ended,
    "folder for file": replaced_by_folder,
    "deletion": removed,
}


def test_every_kind_of_real_change_changes_it(repo: Repo) -> None:
    repo.commit()
    seen = {scope(repo, ScopeKind.SINCE, since="main").change.subject}
    for count, (name, change) in enumerate(REAL_CHANGES.items(), start=2):
        if name == "deletion":
            repo.git("reset", "-q", "--hard", "HEAD~1")
        change(repo)
        repo.commit_staged()
        seen.add(scope(repo, ScopeKind.SINCE, since="main").change.subject)
        assert len(seen) == count, name
    assert "" not in seen


@pytest.mark.parametrize("path", [".claude/metrics/run.py", ".claude/memory/evil.sh", ".dev-team-reports/setup.py"])
def test_code_in_the_folders_of_the_tool_is_part_of_it(repo: Repo, path: str) -> None:
    repo.commit()
    before = scope(repo, ScopeKind.SINCE, since="main").change
    repo.write(path, "evil = 1\n")
    repo.git("add", "--force", path)
    repo.commit_staged()
    after = scope(repo, ScopeKind.SINCE, since="main").change
    assert after.subject != before.subject
    assert path in after.paths
