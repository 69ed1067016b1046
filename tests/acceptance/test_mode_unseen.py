"""Reviews under a mode of what nobody can read, or would not be shown: none of them ends as a clean review."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import Ran, code_review
from tests.support.recording import FINISH, turns, write_turns
from tests.support.repo import Repo

BEFORE = "def total(items):\n    return sum(items)\n"
AFTER = "def total(items):\n    return max(items)\n"


@pytest.fixture
def shop(tmp_path: Path) -> Repo:
    """A repository with nothing changed, on a branch of its own."""
    repo = Repo.create(tmp_path / "shop")
    repo.write_all({"shop.py": BEFORE, "notes.txt": "one\n", "src/deep.py": "x = 1\n"})
    repo.commit("begin")
    repo.git("checkout", "-q", "-b", "topic")
    return repo


def run(repo: Repo, *arguments: str, **more: Any) -> Ran:
    """A review whose reviewer finds nothing."""
    folder = write_turns(repo.home / "replies", "cr", turns([FINISH]))
    given = ("--mode", "cr", "--engine", "replay", "--replay-dir", str(folder))
    return code_review(*given, *arguments, cwd=repo.top, home=repo.home, **more)


def patch_of(repo: Repo, **files: str) -> str:
    """A patch that writes `files` (dots as `__`), which are taken back afterwards."""
    for name, text in files.items():
        repo.write(name.replace("__", "."), text)
    repo.git("add", "-A", "-N")
    patch = repo.git_bytes("diff").decode()
    repo.git("reset", "-q", "--hard")
    return patch


def omitted(ran: Ran) -> list[tuple[str, str]]:
    return sorted((one["file"], one["kind"]) for entry in ran.json["coverage"] for one in entry["omitted"])


def test_source_code_that_is_no_text_leaves_no_verdict(shop: Repo) -> None:
    shop.write("u16.py", "import os\n".encode("utf-16"))
    shop.write("nul.py", b"x = 1\n\x00\n")
    shop.write("late.py", b"x = 1\n" * 2000 + b"\x00\n")
    shop.write("pic.png", b"\x89PNG\x00")
    shop.commit("hide it")
    ran = run(shop, "--since", "main", "--json")
    assert (ran.code, ran.json["verdict"]) == (4, "none")
    assert omitted(ran) == [("late.py", "unread"), ("nul.py", "unread"), ("pic.png", "binary"), ("u16.py", "unread")]
    assert any("could not look at" in reason and "nul.py" in reason for reason in ran.json["verdictReasons"])


def test_what_is_moved_into_place_and_cannot_be_read_leaves_no_verdict(shop: Repo) -> None:
    shop.git("checkout", "-q", "main")
    shop.write("blob.bin", b"x = 1\n\x00\n" * 9)
    shop.write("credentials.json", '{"a": 1}\n' * 9)
    shop.commit("data")
    shop.git("checkout", "-q", "-B", "topic")
    (shop.top / "blob.bin").rename(shop.top / "run.py")
    (shop.top / "credentials.json").rename(shop.top / "app.json")
    shop.commit("move them")
    ran = run(shop, "--since", "main", "--json")
    assert (ran.code, omitted(ran)) == (4, [("app.json", "unread"), ("run.py", "unread")])


@pytest.mark.parametrize("way", ["index", "patch"])
def test_a_pass_over_what_nobody_was_shown_says_so(shop: Repo, way: str) -> None:
    shop.write("credentials.json", '{"a": 1}\n')
    shop.write("pic.png", b"\x89PNG\x00")
    shop.git("add", "-f", "-A")
    arguments: tuple[str, ...] = ("--staged",)
    more = {}
    if way == "patch":
        arguments, more = ("--patch", "-"), {"stdin": shop.git_bytes("diff", "--cached").decode()}
    ran = run(shop, *arguments, **more)
    assert ran.code == 0
    assert "The reviewer had no text to review. The text of 2 files was shown to nobody." in " ".join(ran.out.split())
    assert "no findings in 2 files, 2 of them shown to nobody" in ran.out.splitlines()[-1]


def test_what_a_patch_moves_out_of_an_ignored_place_leaves_no_verdict(shop: Repo) -> None:
    patch = "diff --git a/dist/a.py b/src/a.py\nsimilarity index 100%\nrename from dist/a.py\nrename to src/a.py\n"
    ran = run(shop, "--patch", "-", "--json", stdin=patch)
    assert (ran.code, omitted(ran)) == (4, [("src/a.py", "unread")])


def test_an_untracked_secret_is_part_of_what_the_pass_is_not_about(shop: Repo) -> None:
    shop.write_all({"credentials.json": "{}\n", "shop.py": AFTER})
    ran = run(shop)
    assert ran.code == 0
    assert "has nothing to report. The text of 1 file was shown to nobody." in " ".join(ran.out.split())


def test_each_patch_of_a_series_is_shown(shop: Repo) -> None:
    shop.write("shop.py", BEFORE + "EVIL = 1\n")
    shop.commit("first")
    shop.write("shop.py", "# top\n" + BEFORE + "EVIL = 1\n")
    shop.commit("second")
    series = shop.git_bytes("format-patch", "--stdout", "-2").decode()
    ran = run(shop, "--patch", "-", "--dry-run", "--json", stdin=series)
    shown = "".join(one["content"] for one in ran.json["requests"][0]["messages"])
    assert "| EVIL = 1" in shown
    assert "| # top" in shown
    assert [one["path"] for one in ran.json["scope"]["files"]] == ["shop.py"]


@pytest.mark.parametrize(
    ("behind", "said"),
    [
        ("--- a/del.py\n+++ b/del.py\n", "line 8: del.py is named, and no hunk follows"),
        ("diff --git a/g.py b/g.py\nindex 1111111..2222222 100644\n", "line 8: g.py is named, and no hunk"),
        ("--- a/g.py\n+++ b/g.py\n@@ garbage\n+EVIL = 1\n", "line 8: g.py is named"),
        ("+EVIL = 1\n", "line 8: '+EVIL = 1'"),
        ("*** a/g.py\n--- b/g.py\n***************\n", "line 8: a context diff"),
    ],
)
def test_a_patch_that_is_cut_off_or_malformed_is_refused(shop: Repo, behind: str, said: str) -> None:
    whole = "diff --git a/shop.py b/shop.py\nindex 1111111..2222222 100644\n--- a/shop.py\n+++ b/shop.py\n@@ -1 +1 @@\n-a\n+b\n"
    ran = run(shop, "--patch", "-", stdin=whole + behind)
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--staged",), "--patch and --staged are two scopes"),
        (("--since", "main"), "--patch and --since are two scopes"),
        (("--all",), "--patch and --all are two scopes"),
        (("--path", "gone"), "the patch changes no file at or under 'gone'"),
        (("--path", "notes.txt"), "the patch changes no file at or under 'notes.txt'"),
        (("--set", "source=git"), "the patch would not be read"),
    ],
)
def test_what_does_not_go_with_a_patch(shop: Repo, arguments: tuple[str, ...], said: str) -> None:
    ran = run(shop, "--patch", "-", *arguments, stdin=patch_of(shop, shop__py=AFTER))
    assert ran.code == 2
    assert said in ran.err


def test_a_path_narrows_a_patch(shop: Repo) -> None:
    patch = patch_of(shop, shop__py=AFTER, new__py="y = 2\n")
    ran = run(shop, "--patch", "-", "--path", "new.py", "--json", stdin=patch)
    assert (ran.code, [one["path"] for one in ran.json["scope"]["files"]]) == (0, ["new.py"])
    assert "new.py of the patch is not in the work tree" in ran.json["notices"][0]


def test_a_patch_that_git_wins_over_is_named(shop: Repo) -> None:
    patch = patch_of(shop, shop__py=AFTER)
    shop.write("notes.txt", "two\n")
    ran = run(shop, "--patch", "-", "--set", "source=auto", "--json", stdin=patch)
    assert (ran.code, ran.json["scope"]["kind"]) == (0, "worktree")
    assert ran.json["notices"][0] == "the patch was not read, because files differ between the work tree and HEAD"


@pytest.mark.parametrize(
    ("files", "arguments", "said", "offered"),
    [
        ({}, (), "nothing differs between the work tree and HEAD", False),
        ({}, ("--since", "main"), "nothing differs between main and topic", False),
        ({".env": "A=1\n", "b.py": "1\n"}, ("--path", "src"), "HEAD at or under the named paths", False),
        ({"src/deep.py": "x = 2\n"}, ("--ignore", "src/"), "ignored: src/deep.py", True),
        ({"credentials.json": "{}\n"}, ("--path", "credentials.json"), "(credentials.json: its name says", False),
    ],
)
def test_nothing_to_review_says_what_was_compared(
    shop: Repo, files: dict[str, str], arguments: tuple[str, ...], said: str, offered: bool
) -> None:
    shop.write_all(files)
    ran = run(shop, *arguments)
    assert ran.code == 4
    assert said in ran.err
    assert ("--unignore" in ran.err) is offered
    assert ".env" not in ran.err


def test_a_named_path_that_is_ignored_is_refused_by_its_rule(shop: Repo) -> None:
    shop.write("dist/app.js", "var total = 1;\n")
    ran = run(shop, "--path", "dist")
    assert ran.code == 2
    assert "dist is ignored by" in ran.err


def test_a_dry_run_of_a_mode_speaks_of_no_lens(shop: Repo) -> None:
    shop.write_all({f"m{number}.py": "x = 1\n" for number in range(9)})
    ran = run(shop, "--dry-run", "--set", "maxFiles=1")
    assert ran.code == 0
    assert "lens" not in ran.out
    (line,) = [line for line in ran.out.splitlines() if line.startswith("left out")]
    assert (
        line == "left out: m1.py, m2.py, m3.py, m4.py, m5.py and 3 more: more than the one file that max_files allows"
    )
