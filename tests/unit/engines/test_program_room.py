"""The snapshot that programs work in, and the proof that nothing was written."""

import os
from pathlib import Path

import anyio
import pytest

from orchestrator.engines.programs.environment import child_environment, is_nested
from orchestrator.engines.programs.exclusions import may_be_read, steers_agents
from orchestrator.engines.programs.guard import WorkTreeGuard, differences
from orchestrator.engines.programs.prompt import prompt_of, standing_of
from orchestrator.engines.programs.room import PrivateFiles, Room
from orchestrator.engines.programs.snapshot import FILE_CAP, Snapshot
from orchestrator.scope.tree import GitTree
from orchestrator.system.git import GitDoor
from orchestrator.values.turn import Message, ToolCall
from tests.support.repo import Repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """Two sources, a note, one ignored file and one ignored folder."""
    made = Repo.create(tmp_path / "repo")
    made.write_all({"src/a.py": "a = 1\n", "src/b.py": "b = 2\n", "notes.md": "notes\n", ".gitignore": "*.log\nout/\n"})
    made.commit("base")
    made.write("run.log", "log\n")
    made.write("out/built.txt", "built\n")
    return made


@pytest.mark.parametrize(
    "path",
    [
        *("CLAUDE.md", "claude.MD", "a/b/AGENTS.md", ".claude/settings.json", "x/.Codex/config.toml", "GEMINI.md"),
        *(".cursor/rules/a.mdc", ".cursorrules", ".mcp.json", ".windsurfrules", ".github/copilot-instructions.md"),
        *(".aider.conf.yml", ".gemini/settings.json", ".git/config", "sub/.github/instructions/x.md", ".claude"),
    ],
)
def test_what_agents_obey_is_left_out(path: str) -> None:
    assert steers_agents(path)
    assert not may_be_read(path)


@pytest.mark.parametrize(
    "path", ["src/claude.py", "docs/agents.rst", ".github/workflows/ci.yml", "agents/a.md", ".gitignore"]
)
def test_what_only_sounds_alike_stays(path: str) -> None:
    assert may_be_read(path)


@pytest.mark.parametrize("path", [".env", "deploy/id_rsa", "a/server.pem"])
def test_files_that_hold_secrets_are_left_out(path: str) -> None:
    assert not may_be_read(path)


def test_a_snapshot_holds_texts_and_nothing_else(repo: Repo) -> None:
    repo.write("picture.bin", b"\0\1\2")
    repo.write("large.txt", "x" * (FILE_CAP + 1))
    repo.link("link", "../../outside")
    repo.write("key.py", 'password = "hunter2-hunter2"\n')
    repo.commit("more")
    snapshot = Snapshot.make(GitTree(GitDoor(repo.top), "HEAD"), ["src/a.py"])
    try:
        files = {str(place.relative_to(snapshot.root)) for place in snapshot.root.rglob("*") if place.is_file()}
        assert files == {".gitignore", "key.py", "link", "notes.md", "src/a.py", "src/b.py"}
        assert not (snapshot.root / "link").is_symlink()
        assert snapshot.text("key.py") == 'password = "[redacted]"\n'
        assert (snapshot.text("src"), snapshot.text("../x"), snapshot.text("large.txt")) == (None, None, None)
        assert not any(place.stat().st_mode & 0o222 for place in [snapshot.root, *snapshot.root.rglob("*")])
        assert snapshot.changed() == ()
        (snapshot.root / "src").chmod(0o755)
        os.utime(snapshot.root / "src/a.py", (1, 1))
        assert snapshot.changed() == ()
        (snapshot.root / "src/b.py").unlink()
        (snapshot.root / "src/new").mkdir()
        (snapshot.root / "src/b.py").symlink_to("/etc/passwd")
        assert snapshot.changed() == ("src/b.py", "src/new")
    finally:
        snapshot.remove()
    assert not snapshot.home.exists()
    assert snapshot.changed() == tuple(sorted(snapshot.digests))


def test_files_near_the_change_come_first_when_room_is_short(repo: Repo) -> None:
    repo.write_all({f"a{number:03}.txt": "x" * 299_000 for number in range(41)})
    repo.write("zz/changed.txt", "y" * 299_000)
    repo.write("zz/neighbour.txt", "z" * 299_000)
    repo.commit("much")
    snapshot = Snapshot.make(GitTree(GitDoor(repo.top), "HEAD"), ["zz/changed.txt"])
    try:
        assert snapshot.text("zz/changed.txt")
        assert snapshot.text("zz/neighbour.txt")
        assert snapshot.text("a000.txt")
        assert snapshot.text("a040.txt") is None
    finally:
        snapshot.remove()


def test_the_guard_sees_what_a_person_would_lose(repo: Repo) -> None:
    guard = WorkTreeGuard(GitDoor(repo.top), ours=("cap",))
    before = guard.look()
    assert differences(before, guard.look()) == ()
    for own in (".claude/metrics/x.jsonl", ".claude/memory/y", ".dev-team-reports/r.md", "cap/a.json"):
        repo.write(own, "ours\n")
    repo.write("out/other.txt", "in an ignored folder\n")
    assert differences(before, guard.look()) == ()
    repo.write("run.log", "changed\n")
    repo.write("src/a.py", "a = 2\n")
    repo.write("new.py", "")
    repo.remove("notes.md")
    assert differences(before, guard.look()) == ("new.py", "notes.md", "run.log", "src/a.py")
    before = guard.look()
    repo.stage("new.py")
    repo.config("user.name", "Somebody Else")
    repo.git("branch", "other")
    assert differences(before, guard.look()) == (".git/config", ".git/index", ".git/refs/heads")
    repo.switch("other")
    assert ".git/HEAD" in differences(before, guard.look())


def test_a_room_is_made_once_and_again_when_it_was_changed(repo: Repo) -> None:
    closing: list[object] = []
    room = Room(GitTree(GitDoor(repo.top), "HEAD"), WorkTreeGuard(GitDoor(repo.top)), closing.append)

    async def main() -> None:
        first, second = await room.enter(()), await room.enter(())
        assert first.snapshot is second.snapshot
        assert await room.leave(first) == ()
        first.snapshot.root.chmod(0o755)
        (first.snapshot.root / "made").write_text("x", encoding="utf-8")
        third = await room.enter(())
        assert await room.leave(second) == ("made (in its folder)",)
        # It was at work in the same folder, so nobody can say that it was not the one.
        assert await room.leave(third) == ("made (in its folder)",)
        assert (await room.enter(())).snapshot is not first.snapshot

    anyio.run(main)
    assert len(closing) == 2
    for remove in closing:
        remove()  # type: ignore[operator]


def test_a_child_gets_a_short_list_of_variables() -> None:
    ours = {"PATH": "/bin", "LC_ALL": "C", "OPENAI_API_KEY": "k", "OTHER": "o", "HTTPS_PROXY": "p", "OPENAIX": "no"}
    env = child_environment(ours, ("OPENAI_*",), {"QUIET": "1"}, "/t")
    assert env == {
        "PATH": "/bin",
        "LC_ALL": "C",
        "OPENAI_API_KEY": "k",
        "HTTPS_PROXY": "p",
        "QUIET": "1",
        "TMPDIR": "/t",
        "CODE_REVIEW_NESTED": "1",
    }
    assert is_nested(env)
    assert not is_nested(ours)


def test_private_files_are_private_and_go() -> None:
    with PrivateFiles() as files:
        place = files.write("a.txt", "text")
        assert (place.stat().st_mode & 0o777, files.folder.stat().st_mode & 0o777) == (0o600, 0o700)
        assert place.read_text(encoding="utf-8") == "text"
    assert not files.folder.exists()


def test_the_prompt_quotes_an_earlier_reply_as_such() -> None:
    messages = (
        Message("system", "rules"),
        Message("user", "look"),
        Message("assistant", "hm"),
        Message("user", "again"),
    )
    assert standing_of(messages) == "rules"
    assert prompt_of(messages) == "look\n\n# Your earlier reply\n\nhm\n\nagain\n"


def test_the_prompt_of_a_later_turn_tells_what_was_called_and_answered() -> None:
    called = Message(
        "assistant", "", calls=(ToolCall("1", "read_file", '{"path": "a"}'), ToolCall("2", "list_dir", ""))
    )
    messages = (
        *(Message("user", "look"), called, Message("tool", "x = 1", call="1"), Message("tool", "", call="2")),
        *(Message("assistant", '{"calls": []}'), Message("user", "# Answers to your calls\n\n1. F1")),
    )
    assert prompt_of(messages) == (
        'look\n\n# Your earlier reply\n\nCalls read_file {"path": "a"}\n\nCalls list_dir {}\n\n'
        "# Answer of read_file\n\nx = 1\n\n# Answer of list_dir\n\n\n\n"
        '# Your earlier reply\n\n{"calls": []}\n\n# Answers to your calls\n\n1. F1\n'
    )
