"""Scopes that review whole files of the work tree."""

from pathlib import Path

import pytest

from orchestrator.errors import UsageError
from orchestrator.values.change import ScopeKind
from tests.support.repo import Repo
from tests.support.scopes import ignoring, left_out, scope, statuses

RULES = ignoring()


@pytest.fixture(name="repo")
def fixture_repo(tmp_path: Path) -> Repo:
    repo = Repo.create(tmp_path / "r")
    repo.write_all(
        {
            "src/a.py": "a = 1\n",
            "src/build/out.py": "o = 1\n",
            "node_modules/x/y.js": "y\n",
            "node_modules/x/z.js": "z\n",
            "lib/b.py": "b = 1\n",
            "gone.py": "g = 1\n",
            ".gitignore": "*.log\n",
        }
    )
    repo.write("pic.png", b"\x89PNG\x00")
    repo.commit()
    repo.write("src/a.py", "a = 2\n")
    repo.write("src/new.py", "n = 1\n")
    repo.write("src/x.log", "ignored\n")
    repo.write("src/.env", "TOKEN=1\n")
    repo.remove("gone.py")
    return repo


def test_all_is_everything_that_is_not_ignored(repo: Repo) -> None:
    before = repo.status()
    resolved = scope(repo, ScopeKind.ALL, rules=RULES)
    assert statuses(resolved) == dict.fromkeys((".gitignore", "lib/b.py", "pic.png", "src/a.py", "src/new.py"))
    assert left_out(resolved) == {
        "node_modules/": "ignored",
        "src/build/": "ignored",
        "src/.env": "secret",
    }
    assert resolved.tree.read("src/a.py") == b"a = 2\n"
    assert [file.path for file in resolved.change.files if file.binary] == ["pic.png"]
    assert resolved.change.no_subject
    assert (resolved.change.narrowed, resolved.base_tree, repo.status()) == (False, None, before)
    assert "ignored by node_modules/ (built-in list), 2 files" in {left.reason for left in resolved.change.left_out}
    assert resolved.ignored.startswith(
        "3 files were ignored: node_modules/x/y.js (node_modules/, built-in list), node_modules/x/z.js "
    )


def test_path_takes_folders_and_files(repo: Repo) -> None:
    resolved = scope(repo, ScopeKind.PATH, "src", "lib/b.py", rules=RULES)
    assert list(statuses(resolved)) == ["lib/b.py", "src/a.py", "src/new.py"]
    assert resolved.change.narrowed
    assert set(left_out(resolved)) == {"src/build/", "src/.env"}


@pytest.mark.parametrize("path", ["build", "build/out.py"])
def test_an_ignored_path_that_is_named_is_refused_with_what_mends_it(repo: Repo, path: str) -> None:
    with pytest.raises(UsageError, match=r"build.* is ignored by build/ \(built-in list\)") as raised:
        scope(repo, ScopeKind.PATH, path, cwd=repo.top / "src", rules=RULES)
    assert raised.value.hint == f"to review it all the same: --unignore src/{path}"
    resolved = scope(repo, ScopeKind.PATH, path, cwd=repo.top / "src", rules=ignoring(f"!src/{path}"))
    assert list(statuses(resolved)) == ["src/build/out.py"]


def test_only_ignored_files_are_nothing_to_review(repo: Repo) -> None:
    resolved = scope(repo, ScopeKind.PATH, "src/x.log")
    assert (resolved.change.files, left_out(resolved)) == ((), {"src/x.log": "ignored"})


@pytest.mark.parametrize("path", ["nowhere", "gone.py", "src/a.py/x", "sr*"])
def test_a_path_where_nothing_lies_is_named(repo: Repo, path: str) -> None:
    with pytest.raises(UsageError, match="no file at or under"):
        scope(repo, ScopeKind.PATH, path)


def test_links_are_listed_and_not_followed(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("secret of the machine\n", encoding="utf-8")
    repo.link("out", str(tmp_path / "outside.txt"))
    repo.link("folder", str(tmp_path))
    resolved = scope(repo, ScopeKind.ALL)
    assert resolved.tree.read("out") == str(tmp_path / "outside.txt").encode()
    assert {"out", "folder"} <= set(statuses(resolved))
    assert not any(path.startswith("folder/") for path in statuses(resolved))


def test_sparse_files_are_left_out_in_sight(repo: Repo) -> None:
    repo.commit()
    repo.git("sparse-checkout", "set", "lib")
    resolved = scope(repo, ScopeKind.ALL)
    assert left_out(resolved)["src/a.py"] == "sparse"
    assert "lib/b.py" in statuses(resolved)


def test_scopes_that_do_not_combine_are_refused(repo: Repo) -> None:
    for kind, paths, since in (
        (ScopeKind.PATH, (), ""),
        (ScopeKind.ALL, ("src",), ""),
        (ScopeKind.AUTO, ("src",), ""),
        (ScopeKind.STAGED, (), "main"),
    ):
        with pytest.raises(UsageError):
            scope(repo, kind, *paths, since=since)


def test_an_empty_repository_lists_what_is_there(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "empty")
    assert scope(repo, ScopeKind.ALL).change.files == ()
    repo.write("a.py", "a = 1\n")
    assert list(statuses(scope(repo, ScopeKind.ALL))) == ["a.py"]
