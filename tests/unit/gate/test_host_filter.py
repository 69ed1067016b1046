"""The front of the agent host's hook: which calls it lets pass without starting an interpreter."""

import json
import os
import time
from functools import cache
from pathlib import Path

import pytest

from tests.support.commands import MENTIONING, OPENING, ORDINARY
from tests.support.hooks import event, run_script, with_stub


@cache
def stub(folder: Path) -> tuple[Path, Path]:
    """The hook and the mark of one test."""
    return with_stub(folder)


def started(folder: Path, text: str, shell: str = "dash") -> bool:
    script, mark = stub(folder)
    mark.unlink(missing_ok=True)
    said = run_script(script, text, program=shell)
    assert (said.code, said.err) == (0, ""), said
    return mark.exists()


@pytest.mark.parametrize("shell", ["dash", "bash"])
def test_ordinary_commands_start_nothing(tmp_path: Path, shell: str) -> None:
    assert [command for command in ORDINARY if started(tmp_path, event(command, "/home/u/shop"), shell)] == []


@pytest.mark.parametrize("shell", ["dash", "bash"])
def test_no_disguise_passes(tmp_path: Path, shell: str) -> None:
    assert [command for command in OPENING if not started(tmp_path, event(command, "/home/u/shop"), shell)] == []


@pytest.mark.parametrize("command", ["gh pr create", 'g"h" pr create', "gh pr cre\\\nate", "gh \\\n  pr \\\n  create"])
def test_escapes_of_json_do_not_help(tmp_path: Path, command: str) -> None:
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in command)
    assert started(tmp_path, f'{{"tool_name":"Bash","tool_input":{{"command":"{escaped}"}}}}')
    assert started(tmp_path, json.dumps({"tool_name": "Bash", "tool_input": {"command": command}}, indent=2))
    assert started(tmp_path, event(command, "/x").replace("/", "\\/"))


def test_the_event_reaches_the_interpreter_as_it_was(tmp_path: Path) -> None:
    text = event("gh pr create --title 'é \\t \\\\ \"x\"' # \u2028", "/home/u/a b", tool_use_id="%s \\n $x `y`")
    script, mark = with_stub(tmp_path)
    run_script(script, text)
    assert json.loads(mark.read_text(encoding="utf-8")) == json.loads(text)


@pytest.mark.parametrize(
    "command",
    [
        "rm .claude/memory/.pr-review-passed",
        "echo x > .cl'au'de/memory/a",
        "cd .claude && rm -r m*",
        "rm -rf .c*/memory",
        "mv x boundary-events.jsonl",
        "rm -r .git/code-review",
        "rm -r $(git rev-parse --git-dir)/code-review",
        "git rev-parse --git-path code-review | xargs rm -r",
        "git clean -fdx",
        "git -C sub clean -f -X .",
    ],
)
def test_the_files_of_the_gate_are_looked_at(tmp_path: Path, command: str) -> None:
    assert started(tmp_path, event(command, "/home/u/shop"))


@pytest.mark.parametrize("cwd", ["/home/u/.claude/worktrees/x", "/home/u/src/code-review", "/home/u/gh/pr-create"])
def test_where_it_runs_costs_nothing(tmp_path: Path, cwd: str) -> None:
    assert not started(tmp_path, event("ls -la", cwd))


def test_a_folder_of_the_gate_does(tmp_path: Path) -> None:
    assert started(tmp_path, event("rm -f *", "/home/u/shop/.claude/memory"))


def test_large_calls_are_read_quickly(tmp_path: Path) -> None:
    text = event("", "/x", tool_name="Write", tool_input={"file_path": "/x/a.py", "content": "print('a b')\n" * 50_000})
    before = time.monotonic()
    assert not started(tmp_path, text)
    assert time.monotonic() - before < 20


@pytest.mark.parametrize("text", ["", "{}", "null", "[]", "not json", "\x00\xff"])
def test_nonsense_is_none_of_its_business(tmp_path: Path, text: str) -> None:
    assert not started(tmp_path, text)


def test_without_any_other_program_everything_counts_as_it_is(tmp_path: Path) -> None:
    script, mark = with_stub(tmp_path / "x")
    script.write_text(
        script.read_text(encoding="utf-8").replace("PATH=${PATH:+$PATH:}/usr/bin:/bin", "PATH="), encoding="utf-8"
    )
    (tmp_path / "x" / "an interpreter").write_text(f"#!/bin/sh\n: > '{mark}'\n", encoding="utf-8")
    shell = next(path for path in ("/usr/bin/dash", "/bin/sh") if os.access(path, os.X_OK))
    run_script(script, event("ls", "/x", transcript_path=""), program=shell)
    assert not mark.exists()
    run_script(script, event("gh pr create", "/x"), program=shell)
    assert mark.exists()


@pytest.mark.parametrize(
    ("command", "code"), [("gh pr create", 2), ("rm .claude/memory/.pr-review-passed", 0), ("ls", 0)]
)
def test_a_broken_interpreter_refuses_pull_requests_alone(tmp_path: Path, command: str, code: int) -> None:
    script, _ = with_stub(tmp_path)
    for stub in ("#!/bin/sh\nexit 1\n", "#!/bin/sh\nkill -9 $$\n", None):
        path = tmp_path / "an interpreter"
        path.unlink(missing_ok=True)
        if stub:
            path.write_text(stub, encoding="utf-8")
            path.chmod(0o755)
        said = run_script(script, event(command, "/x"))
        assert said.code == code
        if code:
            assert "hook-broken" in said.err
            assert said.err.endswith(said.out)
            assert "code-review hooks install --agent-host" in said.err


def test_mentions_are_left_to_the_second_look(tmp_path: Path) -> None:
    assert [started(tmp_path, event(command, "/x")) for command in MENTIONING].count(True) > 0
