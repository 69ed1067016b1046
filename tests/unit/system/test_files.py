"""The tool's own files."""

import fcntl
import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from orchestrator.errors import StateError
from orchestrator.system.files import STATE_PATTERNS, append_line, exclude_own_state, read_text_lenient, write_atomic
from orchestrator.system.git import GitDoor
from orchestrator.system.worktree import WorkTree
from tests.support.repo import Repo
from tests.support.scopes import door


def _names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_writing_replaces_and_leaves_nothing_beside(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "state.json"
    write_atomic(path, b"one")
    write_atomic(path, b"two" * 100_000)
    assert path.read_bytes() == b"two" * 100_000
    assert _names(path.parent) == ["state.json"]


def test_a_failed_write_keeps_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "taken" / "inside").mkdir(parents=True)
    with pytest.raises(StateError, match="cannot be written"):
        write_atomic(tmp_path / "taken", b"x")
    assert _names(tmp_path) == ["taken"]
    (tmp_path / "file").write_bytes(b"f")
    with pytest.raises(StateError, match="cannot be written"):
        write_atomic(tmp_path / "file" / "below", b"x")


def test_links_are_not_written_through(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious\n")
    (tmp_path / "link").symlink_to(victim)
    with pytest.raises(StateError, match="symbolic link"):
        write_atomic(tmp_path / "link", b"x")
    with pytest.raises(StateError, match="symbolic link"):
        append_line(tmp_path / "link", "x")
    assert victim.read_bytes() == b"precious\n"


def test_a_linked_folder_below_the_root_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    root = tmp_path / "repo"
    root.mkdir()
    (root / ".claude").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StateError, match="symbolic link"):
        write_atomic(root / ".claude" / "memory" / "x", b"x", root=root)
    with pytest.raises(StateError, match="symbolic link"):
        append_line(root / ".claude" / "metrics.jsonl", "x", root=root)
    assert _names(tmp_path / "elsewhere") == []


def test_lines_are_appended_whole(tmp_path: Path) -> None:
    path = tmp_path / "log" / "rows.jsonl"
    append_line(path, "one")
    with path.open("ab") as file:
        file.write(b"torn")
    append_line(path, "two")
    assert path.read_bytes() == b"one\ntorn\ntwo\n"
    with pytest.raises(ValueError, match="line end"):
        append_line(path, "a\nb")


def test_many_writers_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows = [json.dumps({"row": number, "fill": "x" * 5000}) for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda row: append_line(path, row), rows))
    assert sorted(path.read_text(encoding="utf-8").splitlines()) == sorted(rows)


def test_waiting_for_the_lock_has_an_end(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    with path.open("wb") as holder:
        fcntl.flock(holder, fcntl.LOCK_EX)
        with pytest.raises(StateError, match="locked for more than"):
            append_line(path, "x", 0.1)
    append_line(path, "x", 0.1)
    assert path.read_bytes() == b"x\n"


def test_a_pipe_is_not_a_log(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StateError, match="not a regular file"):
        append_line(tmp_path / "pipe", "x")


def test_reading_text_leniently(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfa\xff\n")
    assert read_text_lenient(tmp_path / "a") == "a\ufffd\n"
    assert read_text_lenient(tmp_path / "missing") is None
    assert read_text_lenient(tmp_path / "a" / "below") is None
    with pytest.raises(StateError, match="cannot be read"):
        read_text_lenient(tmp_path)


def test_own_state_is_excluded_once_for_all_worktrees(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    repo.commit()
    linked = repo.worktree(tmp_path / "linked", "side")
    exclude = repo.top / ".git/info/exclude"
    exclude.write_bytes(b"*.own")
    for one in (linked, repo, linked):
        exclude_own_state(door(one))
    lines = exclude.read_text(encoding="utf-8").splitlines()
    assert lines == ["*.own", "/.claude/memory/", "/.claude/metrics/", "/.dev-team-reports/", "/corrections/*.json"]
    linked.write(".claude/memory/.pr-review-passed", "x")
    linked.write(".dev-team-reports/code-review.md", "x")
    linked.write("corrections/1.json", "{}")
    linked.write("corrections/code.py", "c = 1\n")
    assert linked.status() == "?? corrections/code.py"


def test_git_is_asked_once_where_its_own_excludes_are_and_they_are_looked_at_each_time(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    calls, real = tmp_path / "calls", shutil.which("git")
    counting = tmp_path / "bin" / "git"
    counting.parent.mkdir()
    counting.write_text(f'#!/bin/sh\necho "$*" >> {calls}\nexec {real} "$@"\n', encoding="utf-8")
    counting.chmod(0o755)
    git = GitDoor(repo.top, environ={**os.environ, "PATH": f"{counting.parent}:{os.environ['PATH']}"})
    exclude = repo.top / ".git/info/exclude"
    for _ in range(3):
        exclude_own_state(git)
        assert exclude.read_text(encoding="utf-8").splitlines()[-4:] == list(STATE_PATTERNS)
        exclude.unlink()
    assert calls.read_text(encoding="utf-8").count("info/exclude") == 1


def test_the_work_tree_follows_no_link(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/x").write_bytes(b"not ours")
    repo.write("a/b/c.txt", b"c\r\n")
    repo.link("inner", "a/b")
    repo.link("outer", "../outside")
    repo.link("file", "../outside/x")
    os.mkfifo(repo.top / "pipe")
    tree = WorkTree(repo.top, ("file", "a/b/c.txt"))
    assert tree.paths() == ("a/b/c.txt", "file")
    assert tree.read("a/b/c.txt") == b"c\r\n"
    assert tree.read("file") == b"../outside/x"
    refused = (
        "inner/c.txt",
        "outer/x",
        "../outside/x",
        "a/../file",
        "/etc/passwd",
        "a",
        "",
        "a/b/",
        "pipe",
        "a\0b",
        "no",
    )
    assert [tree.read(path) for path in refused] == [None] * len(refused)
