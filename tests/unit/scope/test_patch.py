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


ONE = "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n"


@pytest.mark.parametrize(
    ("behind", "line", "words"),
    [
        ("--- a/del.py\n+++ b/del.py\n", 8, "del.py is named, and no hunk follows its names"),
        ("--- a/del.py\n", 8, "no name of its other side"),
        ("+++ b/del.py\n", 8, "no part of the change"),
        ("diff --git a/g b/g\nindex 1111111..2222222 100644\n", 8, "g is named, and no hunk follows"),
        ("diff --git a/g b/g\nindex 1111111..2222222 100644\n--- a/g\n+++ b/g\n", 8, "no hunk follows"),
        ("diff --git a/g b/g\nindex 1111111..2222222 100644\n--- a/g\n", 8, "only one of the lines"),
        ("diff --git a/g b/g\nnew file mode 100644\n", 8, "nothing of its content follows"),
        ("diff --git a/g b/g\nnew file mode 100644\nindex 0000000..1234567\n", 8, "no hunk follows"),
        ("diff --git a/g b/g\ndeleted file mode 100644\nindex 1234567..0000000\n", 8, "no hunk follows"),
        ("diff --git a/g b/g\nold mode 100644\n", 8, "only one of the lines"),
        ("diff --git a/g b/h\nsimilarity index 90%\nrename from g\nrename to h\n", 8, "changed as well"),
        ("diff --git a/g b/h\nrename from g\n", 8, "names no file"),
        ("diff --git a/g b/g\n", 8, "nothing of its change follows"),
        ("--- a/g\n+++ b/g\n@@ garbage\n+EVIL = 1\n", 8, "no hunk follows its names"),
        ("diff --git a/g b/g\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n@@ garbage\n+EVIL\n", 14, "outside of every hunk"),
        ("@@ -9 +9 @@ x\n-a\n+b\n+EVIL = 1\n", 11, "outside of every hunk"),
        ("+EVIL = 1\n", 8, "outside of every hunk"),
        (" beyond\n", 8, "more lines than its head"),
        ("-gone = 1\n", 8, "outside of every hunk"),
        ("some words\n+EVIL = 1\n", 9, "outside of every hunk"),
        ("-- \n+EVIL = 1\n", 8, "outside of every hunk"),
        ("*** a/g\n--- b/g\n***************\n*** 1 ****\n! a\n--- 1 ----\n! b\n", 8, "a context diff begins here"),
        ("1c1\n< a\n---\n> b\n", 8, "tells of a change"),
        ("Only in b: g.py\n", 8, "tells of a change"),
        ("Binary files a/g.py and b/g.py differ\n", 8, "tells of a change"),
        ("* Unmerged path g.py\n", 8, "tells of a change"),
        ("Submodule lib 1111111..2222222:\n  > more\n", 8, "--submodule=short"),
        ("diff -ru a/g b/g\n", 8, "nothing of its change follows"),
        ("Index: g\n=====\nCannot display: file marked as a binary type.\n", 8, "nothing of its change follows"),
        (
            "diff --git a/g b/g\nindex 1..2\nBinary files a/g and b/g differ\n@@ -1 +1 @@\n-a\n+b\n",
            11,
            "no part of the",
        ),
        ("diff --git a/doc/g b/doc/g\n--- a/src/g\n+++ b/src/g\n@@ -1 +1 @@\n-a\n+b\n", 8, "name different files"),
        ("--- a/g\n+++ b/g\n@@ -0,0 +1 @@\n-a\n+b\n", 11, "other lines than its head"),
        ("--- a/g\n+++ b/g\n@@ -0,0 +0,0 @@\n", 10, "holds no line"),
        ("--- a/g\n+++ b/g\n@@ -1 +1,2 @@\n-a\n\\EVIL\n+b\n", 12, "no line of a hunk"),
        (f"--- a/g\n+++ b/g\n@@ -1 +1,{'9' * 5000} @@\n-a\n+b\n", 8, "no hunk follows its names"),
    ],
)
def test_what_nobody_would_see_is_refused(behind: str, line: int, words: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_patch((ONE + behind).encode())
    assert words in refused.value.reason
    assert f"line {line}:" in refused.value.reason or "names no file" in words


def test_what_a_letter_says_may_look_like_anything() -> None:
    head = f"From {'1' * 40} Mon Sep 17 00:00:00 2001\nFrom: A <a@example.org>\nSubject: [PATCH] x\n\n"
    text = "- one\n+ two\n* three\nOnly in b: four\n---\n f | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n"
    patch = (head + text + ONE + "-- \n2.39.5\n\n") * 2
    assert [file.path for file in parse_patch(patch.encode())] == ["f", "f"]
    assert [file.path for file in parse_patch(ONE.encode() + b"-- \n2.39.5\n\n")] == ["f"]
    with pytest.raises(UsageError, match="2 changed files are announced and 1 are there"):
        parse_patch(patch.replace(" 1 file changed", " 2 files changed").encode())
    with pytest.raises(UsageError, match="the last of its mails holds no file"):
        parse_patch((patch + head + "- one\n").encode())
    with pytest.raises(UsageError, match="a mail is encoded here"):
        parse_patch((ONE + head.replace("\n\n", "\nContent-Transfer-Encoding: base64\n\nZGlmZg==\n")).encode())
    with pytest.raises(UsageError, match="no part of the change"):
        parse_patch((head + "@@ -1 +1 @@\n+EVIL\n" + ONE).encode())


@pytest.mark.parametrize(
    "form", [("format-patch", "--stdout", "-2"), ("log", "-p", "--stat", "-2"), ("show", "--stat", "-p")]
)
def test_everything_git_can_print_of_commits_is_read(tmp_path: Path, form: tuple[str, ...]) -> None:
    repo = Repo.create(tmp_path / "r")
    repo.write_all({"run.sh": "echo\n", "same": "x\n" * 9, "near": "y\n" * 9, "gone": "z\n", "empty": ""})
    repo.write("pic", b"\x00\x01")
    repo.commit("begin")
    repo.write_all({"more": "m\n", "fresh": ""})
    repo.commit("- a point\n+ another\n\n--- is no header\n" if form[0] == "log" else "- a point\n\n+ another\n")
    (repo.top / "run.sh").chmod(0o755)
    (repo.top / "same").rename(repo.top / "moved")
    repo.remove("near")
    repo.write("far", "y\n" * 9 + "end\n")
    repo.write("pic", b"\x00\x02")
    repo.remove("gone")
    repo.remove("empty")
    repo.commit("- all kinds")
    files = {file.path: file.status for file in parse_patch(repo.git_bytes(*form))}
    assert files | {"more": Status.ADDED, "fresh": Status.ADDED} == {
        "more": Status.ADDED,
        "run.sh": Status.MODIFIED,
        "moved": Status.RENAMED,
        "far": Status.RENAMED,
        "pic": Status.MODIFIED,
        "gone": Status.DELETED,
        "empty": Status.DELETED,
        "fresh": Status.ADDED,
    }


def test_binary_content_that_git_encodes_and_line_ends_of_windows(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    repo.write("pic", bytes(range(256)) * 9)
    repo.write("a", "one\n\nthree\n")
    repo.commit()
    repo.write("pic", bytes(range(255)) * 9)
    repo.write("a", "one\n\nfour\n")
    printed = repo.git_bytes("diff", "--binary", "-U5")
    for patch in (printed, printed.replace(b"\n", b"\r\n")):
        text, picture = parse_patch(patch)
        assert (text.path, [line.text for line in text.hunks[0].lines]) == ("a", ["one", "", "three", "four"])
        assert (picture.path, picture.binary) == ("pic", True)


def test_a_mark_of_the_byte_order_hides_no_file() -> None:
    moved = b"\xef\xbb\xbfdiff --git a/g b/h\nsimilarity index 100%\nrename from g\nrename to h\n"
    assert [file.path for file in parse_patch(moved + ONE.encode())] == ["h", "f"]
