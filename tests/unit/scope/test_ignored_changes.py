"""Ignored files of a change: set apart before a patch is made, counted, named, and never reviewed."""

from pathlib import Path

import pytest

from orchestrator.errors import UsageError
from orchestrator.scope.compare import compare
from orchestrator.scope.ignore.including import including
from orchestrator.values.change import ScopeKind, Status
from tests.support.repo import Repo
from tests.support.scopes import door, ignoring, left_out, scope, statuses

ODD = ("-n.py", "a b.py", "tab\there.py", "line\nend.py", "back\\slash.py", "co:lon.py", "ä.py", ":!x.py", "*.py")
RULES = ignoring("*.gen.py")


@pytest.fixture(name="repo")
def fixture_repo(tmp_path: Path) -> Repo:
    repo = Repo.create(tmp_path / "r")
    lines = "".join(f"line {number}\n" for number in range(20))
    repo.write_all({"src/a.py": "a = 1\n", "src/moved.py": lines, "vendor/lib.py": f"{lines}end\n"})
    repo.commit("base")
    repo.branch("feature")
    return repo


def since(repo: Repo, *paths: str) -> dict[str, Status | None]:
    return statuses(scope(repo, ScopeKind.SINCE, *paths, since="main", rules=RULES))


def test_ignored_files_are_set_apart_and_told(repo: Repo) -> None:
    repo.write_all({"src/a.py": "a = 2\n", "vendor/lib.py": "x = 1\n", "dist/app.js": "1\n", "src/b.gen.py": "b\n"})
    repo.commit()
    resolved = scope(repo, ScopeKind.SINCE, since="main", rules=RULES)
    change = resolved.change
    assert statuses(resolved) == {"src/a.py": Status.MODIFIED}
    assert "vendor" not in change.diff
    assert [(one.file.path, one.file.status, one.rule, one.source, one.by_base) for one in change.ignored] == [
        ("dist/app.js", Status.ADDED, "dist/", "built-in list", True),
        ("src/b.gen.py", Status.ADDED, "*.gen.py", "command line", False),
        ("vendor/lib.py", Status.MODIFIED, "vendor/", "built-in list", True),
    ]
    assert left_out(resolved) == dict.fromkeys(("dist/app.js", "src/b.gen.py", "vendor/lib.py"), "ignored")
    assert {left.path: left.reason for left in change.left_out}["src/b.gen.py"] == "ignored by *.gen.py (command line)"
    assert resolved.ignored == (
        "3 changed files were ignored: dist/app.js (dist/, built-in list), "
        "src/b.gen.py (*.gen.py, command line), vendor/lib.py (vendor/, built-in list)"
    )
    assert change.subject == scope(repo, ScopeKind.SINCE, since="main").change.subject


def test_a_moved_file_counts_by_its_new_path(repo: Repo) -> None:
    repo.git("mv", "src/moved.py", "vendor/moved.py")
    repo.git("mv", "vendor/lib.py", "src/lib.py")
    repo.commit_staged()
    resolved = scope(repo, ScopeKind.SINCE, since="main", rules=RULES)
    (file,) = resolved.change.files
    assert (file.path, file.status, file.old_path, file.added_count) == ("src/lib.py", Status.ADDED, None, 21)
    (ignored,) = resolved.change.ignored
    assert (ignored.file.path, ignored.file.old_path) == ("vendor/moved.py", "src/moved.py")


def test_every_kind_of_path_is_kept_or_ignored(repo: Repo) -> None:
    repo.write_all({path: "x = 1\n" for name in ODD for path in (name, f"vendor/{name}", f"src/{name}")})
    repo.commit()
    resolved = scope(repo, ScopeKind.SINCE, since="main", rules=RULES)
    assert set(statuses(resolved)) == {path for name in ODD for path in (name, f"src/{name}")}
    assert {one.file.path for one in resolved.change.ignored} == {f"vendor/{name}" for name in ODD}


def test_very_many_ignored_files_are_named_by_their_folder(repo: Repo) -> None:
    repo.write_all({f"node_modules/p{number}/index.js": f"{number}\n" for number in range(3000)} | {"z.py": "z = 1\n"})
    repo.commit()
    resolved = scope(repo, ScopeKind.SINCE, since="main", rules=RULES)
    assert list(statuses(resolved)) == ["z.py"]
    assert len(resolved.change.ignored) == 3000
    (left,) = resolved.change.left_out
    assert (left.path, left.reason) == ("node_modules/", "ignored by node_modules/ (built-in list), 3000 files")
    assert resolved.ignored.startswith("3000 changed files were ignored: node_modules/p0/index.js (node_modules/, ")
    assert resolved.ignored.endswith(" and 2995 more")


def test_too_many_names_are_asked_for_together_and_sorted_out(repo: Repo) -> None:
    long = "n" * 100
    repo.git("mv", "vendor/lib.py", "src/lib.py")
    repo.write_all({f"src/{long}{number}/{name}": "x\n" for number in range(1100) for name in ("a.py", "b.gen.py")})
    repo.commit()
    base, tree = (repo.git("rev-parse", f"{name}^{{tree}}") for name in ("main", "HEAD"))
    found = compare(door(repo), base, tree, RULES)
    assert (len(found.kept), len(found.ignored)) == (1101, 1100)
    (moved,) = [one.file for one in found.kept if one.file.path == "src/lib.py"]
    assert (moved.status, moved.old_path, moved.added_count) == (Status.ADDED, None, 21)


def test_a_folder_in_the_place_of_an_ignored_file(repo: Repo) -> None:
    repo.write("x.log", "old\n")
    repo.commit()
    repo.git("branch", "-f", "main", "HEAD")
    repo.remove("x.log")
    repo.write_all({"x.log/in.py": "i = 1\n", "y.py": "y = 1\n"})
    repo.commit()
    assert since(repo) == {"y.py": Status.ADDED}
    rules = ignoring("!x.log/in.py")
    assert set(statuses(scope(repo, ScopeKind.SINCE, since="main", rules=rules))) == {"x.log/in.py", "y.py"}


def test_a_file_that_was_named_is_refused_where_everything_in_it_is_ignored(repo: Repo) -> None:
    repo.write_all({"vendor/lib.py": "x = 1\n", "src/a.gen.py": "g\n", "src/a.py": "a = 3\n"})
    repo.commit()
    for path, rule in (("vendor", "vendor/"), ("vendor/lib.py", "vendor/"), ("src/a.gen.py", "*.gen.py")):
        with pytest.raises(UsageError) as raised:
            since(repo, path)
        assert f"{path} is ignored by {rule} (" in raised.value.reason
        assert raised.value.hint.endswith(f"--unignore {path}")
    assert since(repo, "src") == {"src/a.py": Status.MODIFIED}


def test_uncommitted_work_leaves_untracked_ignored_files_alone_and_stages_tracked_ones(repo: Repo) -> None:
    repo.write_all({"src/a.py": "a = 2\n", "vendor/lib.py": "x = 1\n", "dist/app.js": "1\n", "n.gen.py": "n\n"})
    repo.write_all({".env": "TOKEN=1\n", "dist/.env": "TOKEN=1\n"})
    resolved = scope(repo, ScopeKind.AUTO, rules=RULES)
    assert statuses(resolved) == {"src/a.py": Status.MODIFIED}
    assert [one.file.path for one in resolved.change.ignored] == ["vendor/lib.py"]
    assert left_out(resolved) == {
        ".env": "secret",
        "vendor/lib.py": "ignored",
        "dist/.env": "ignored",
        "dist/app.js": "ignored",
        "n.gen.py": "ignored",
    }
    assert resolved.ignored.startswith("4 changed files were ignored: ")
    assert set(repo.status().splitlines()) == {
        "M  src/a.py",
        "M  vendor/lib.py",
        "?? .env",
        "?? dist/.env",
        "?? dist/app.js",
        "?? n.gen.py",
    }


def test_naming_folders_instead_of_files() -> None:
    assert including(["a/x", "a/y", "b/c/d"], ["b/e", "n/1"]) == ("a", "b/c")
    assert including(["a", "a/x", "b"], ["a/y"]) == ("a", "a/x", "b")
    assert including(["a"], ["a/y"]) == ("a",)
    assert including([], ["a"]) == ()
    assert including([f"{number:0200}/x" for number in range(600)], [f"{number:0200}/y" for number in range(600)]) == ()


def test_a_change_of_the_rules_themselves_is_said(repo: Repo) -> None:
    repo.write_all({"lib/.gitignore": "x\n", "src/a.py": "a = 4\n"})
    repo.commit()
    resolved = scope(repo, ScopeKind.SINCE, since="main", rules=RULES)
    assert resolved.notices == ("this change edits ignore rules (lib/.gitignore): they decide what later reviews see",)
