"""Lists of changed files in every form git has."""

from pathlib import Path

import pytest

from orchestrator.errors import UsageError
from orchestrator.scope.diff import (
    NameStatus,
    NumstatEntry,
    parse_name_status,
    parse_numstat,
    parse_raw,
)
from orchestrator.values.change import Status
from tests.support.repo import Repo

NAMES = ("plain.py", "sp ace", "tab\t", "new\nline", 'q"', "ünï", "arrow => x")


@pytest.fixture(name="repo")
def fixture_repo(tmp_path: Path) -> Repo:
    repo = Repo.create(tmp_path / "r")
    for name in NAMES:
        repo.write(f"src/{name}", f"{name}\n" * 5)
    repo.write("src/deep/moved", "content\n" * 5)
    repo.write("bin", b"\0")
    repo.commit()
    for name in NAMES:
        repo.write(f"src/{name}", f"{name}\n" * 6)
    (repo.top / "src/deep/moved").rename(repo.top / "src/moved")
    repo.write("bin", b"\0\1")
    repo.stage()
    return repo


@pytest.mark.parametrize("options", [(), ("-z",)])
def test_name_status(repo: Repo, options: tuple[str, ...]) -> None:
    entries = parse_name_status(repo.git_bytes("diff", "--cached", "-M", "--name-status", *options))
    assert set(entries) == {
        NameStatus(Status.MODIFIED, "bin"),
        NameStatus(Status.RENAMED, "src/moved", "src/deep/moved"),
        *(NameStatus(Status.MODIFIED, f"src/{name}") for name in NAMES),
    }


def test_numstat_with_nul(repo: Repo) -> None:
    entries = parse_numstat(repo.git_bytes("diff", "--cached", "-M", "--numstat", "-z"))
    assert set(entries) == {
        NumstatEntry("bin", None, None),
        NumstatEntry("src/moved", 0, 0, "src/deep/moved"),
        *(NumstatEntry(f"src/{name}", 1 + name.count("\n"), 0) for name in NAMES),
    }


def test_numstat_by_line(repo: Repo) -> None:
    entries = parse_numstat(repo.git_bytes("diff", "--cached", "-M", "--numstat"))
    assert NumstatEntry("src/moved", 0, 0, "src/deep/moved") in entries
    assert NumstatEntry("bin", None, None) in entries
    assert NumstatEntry("src/new\nline", 2, 0) in entries


def test_numstat_renames_without_a_common_part() -> None:
    assert parse_numstat(b'1\t2\ta => b\n3\t4\t"x\\t" => "y\\n"\n') == (
        NumstatEntry("b", 1, 2, "a"),
        NumstatEntry("y\n", 3, 4, "x\t"),
    )


def test_raw_records_keep_their_bytes(repo: Repo) -> None:
    tree = repo.git("write-tree")
    data = repo.git_bytes("diff-tree", "-r", "--raw", "-z", "-M", "--no-abbrev", "HEAD", tree)
    entries = parse_raw(data)
    assert b"".join(entry.record for entry in entries) == data
    moved = next(entry for entry in entries if entry.status is Status.RENAMED)
    assert (moved.old_path, moved.path, len(moved.new_id)) == ("src/deep/moved", "src/moved", 40)


@pytest.mark.parametrize("data", [b"M\n", b"Q\tx\n", b"R100\tx\n", b"M\0\0", b"U\tx\n", b"just a path\n"])
def test_a_broken_name_status_list_is_refused(data: bytes) -> None:
    with pytest.raises(UsageError, match="name-status"):
        parse_name_status(data)


@pytest.mark.parametrize("data", [b"1\tx\n", b"one\t2\tx\n", b"1\t-\tx\n", b"1\t2\t\0\0\0", b"x"])
def test_a_broken_numstat_list_is_refused(data: bytes) -> None:
    with pytest.raises(UsageError, match="numstat"):
        parse_numstat(data)


def test_empty_lists_are_lists() -> None:
    assert (parse_name_status(b""), parse_numstat(b"\n"), parse_raw(b"")) == ((), (), ())
