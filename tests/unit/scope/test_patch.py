"""Patches are read by counting lines, never by their looks."""

from pathlib import Path

import pytest

from orchestrator.errors import UsageError
from orchestrator.scope.diff import parse_patch
from orchestrator.values.change import LineKind, LineRange, Status
from tests.support.repo import Repo


def test_lines_that_look_like_headers_stay_lines(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    repo.write("q.sql", "select 1;\n-- drop\nkeep\n")
    repo.commit()
    repo.write("q.sql", "select 1;\n++ x\n+diff --git a/z b/z\n@@ -1 +1 @@\nkeep\n")
    (file,) = parse_patch(repo.git_bytes("diff"))
    assert [(line.kind, line.text, line.old, line.new) for line in file.hunks[0].lines] == [
        (LineKind.CONTEXT, "select 1;", 1, 1),
        (LineKind.REMOVED, "-- drop", 2, None),
        (LineKind.ADDED, "++ x", None, 2),
        (LineKind.ADDED, "+diff --git a/z b/z", None, 3),
        (LineKind.ADDED, "@@ -1 +1 @@", None, 4),
        (LineKind.CONTEXT, "keep", 3, 5),
    ]
    assert file.path == "q.sql"
    assert (file.added_ranges, file.removed_ranges) == ((LineRange(2, 4),), (LineRange(2, 2),))


def test_a_missing_last_line_end_is_no_line(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    repo.write("a", "one")
    repo.write("b", "x\n")
    repo.commit()
    repo.write("a", "two")
    repo.write("b", "y\n")
    first, second = parse_patch(repo.git_bytes("diff"))
    assert [line.text for line in first.hunks[0].lines] == ["one", "two"]
    assert [line.text for line in second.hunks[0].lines] == ["x", "y"]


def test_several_hunks_keep_their_numbers_and_headings(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    lines = [f"    line {number}\n" for number in range(1, 41)]
    lines[0] = "def f():\n"
    repo.write("a.py", "".join(lines))
    repo.commit()
    repo.write("a.py", "".join([*lines[:1], "new\n", *lines[1:29], *lines[30:]]))
    (file,) = parse_patch(repo.git_bytes("diff"))
    assert [(hunk.old_start, hunk.old_count, hunk.new_start, hunk.new_count) for hunk in file.hunks] == [
        (1, 4, 1, 5),
        (27, 7, 28, 6),
    ]
    assert file.hunks[1].heading == "def f():"
    assert file.removed_ranges == (LineRange(30, 30),)


def test_line_ends_of_windows_and_other_encodings(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    repo.write("w.txt", b"a\r\nb\r\n")
    repo.write("l.txt", b"caf\xe9\n")
    repo.commit()
    repo.write("w.txt", b"a\r\nc\r\n")
    repo.write("l.txt", b"caf\xe9!\n")
    latin, windows = parse_patch(repo.git_bytes("diff"))
    assert [line.text for line in windows.hunks[0].lines] == ["a", "b", "c"]
    assert [line.text for line in latin.hunks[0].lines] == ["café", "café!"]
    assert windows.path == "w.txt"


@pytest.mark.parametrize(
    "name",
    ['q"uote', "tab\there", "new\nline", "back\\slash", "sp ace", "ümläut", "b b b", "-dash", ":colon", "a b/a b"],
)
@pytest.mark.parametrize("prefix", ["diff.noprefix", "diff.mnemonicPrefix", "core.quotePath"])
def test_any_path_in_any_style(tmp_path: Path, name: str, prefix: str) -> None:
    repo = Repo.create(tmp_path / "r")
    repo.write(name, "x\n")
    repo.write(f"{name}.empty", "")
    repo.commit()
    repo.config(prefix, "true")
    repo.write(name, "y\n")
    repo.remove(f"{name}.empty")
    files = parse_patch(repo.git_bytes("diff", "HEAD"))
    assert {file.path: file.status for file in files} == {name: Status.MODIFIED, f"{name}.empty": Status.DELETED}


def test_headers_without_hunks(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    repo.write("run.sh", "echo\n")
    repo.write("pic", b"\x00\x01")
    repo.write("old name", "same\n" * 9)
    repo.commit()
    (repo.top / "run.sh").chmod(0o755)
    repo.write("pic", b"\x00\x02")
    (repo.top / "old name").rename(repo.top / "new name")
    repo.stage()
    renamed, picture, script = parse_patch(repo.git_bytes("diff", "--cached", "-M"))
    assert (renamed.status, renamed.old_path, renamed.path) == (Status.RENAMED, "old name", "new name")
    assert (picture.binary, picture.hunks) == (True, ())
    assert (script.old_mode, script.new_mode, script.status) == ("100644", "100755", Status.MODIFIED)


def test_a_link_in_place_of_a_file_is_two_parts(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    repo.write("f", "x\n")
    repo.commit()
    repo.remove("f")
    repo.link("f", "elsewhere")
    gone, link = parse_patch(repo.git_bytes("diff"))
    assert (gone.status, link.status, link.new_mode) == (Status.DELETED, Status.ADDED, "120000")
    assert link.hunks[0].lines[0].text == "elsewhere"


def test_text_around_the_patch_is_passed_over() -> None:
    patch = b"commit 1\n\n    diff --git said\n\ndiff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n\n"
    (file,) = parse_patch(patch)
    assert (file.path, file.old_mode, file.added_count, file.removed_count) == ("f", "100644", 1, 1)
    assert parse_patch(b"") == ()


@pytest.mark.parametrize(
    ("patch", "words"),
    [
        (b"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b", "cut off"),
        (b"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\ndiff --git a/g b/g\n", "broken at its line 6"),
        (b"diff --cc f\nindex 1,2..3\n", "combined"),
        (b"diff --git a/f b/g\nsimilarity index 1%\n", "names no file"),
    ],
)
def test_a_broken_patch_is_refused(patch: bytes, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        parse_patch(patch)
