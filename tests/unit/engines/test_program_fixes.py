"""Programs that may edit: in a folder of their own, what they did comes back as edits, and nobody's files are touched."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from orchestrator.engines.programs.claude import ClaudeSpeaker
from orchestrator.engines.programs.codex import CodexSpeaker
from orchestrator.engines.programs.command import CommandSpeaker
from orchestrator.engines.programs.gemini import GeminiSpeaker
from orchestrator.engines.programs.guard import WorkTreeGuard
from orchestrator.engines.programs.program import Doors, ProgramEngine, Speaker
from orchestrator.engines.programs.room import Room
from orchestrator.fixloop.rules import judge
from orchestrator.schemas import validator
from orchestrator.scope.tree import GitTree
from orchestrator.system.clock import SystemClock
from orchestrator.system.git import GitDoor
from orchestrator.system.process import ProcessDoor
from orchestrator.values.fix import Applied, Edit, Proposal, Refusal, Rule
from orchestrator.values.turn import FailureKind, Message, Purpose, Reply, Turn, TurnFailure, TurnRequest
from tests.support.programs import GOOD, Program, stand_in
from tests.support.repo import Repo
from tests.support.values import added_file, make_lens, make_payload
from tests.unit.findings.build import finding
from tests.unit.fixloop.proposals import ground

CODE = "import os\r\n\r\n\r\ndef total(items):\r\n    value = 1\r\n    return value\r\n"
MEND = 'text = open("src/a.py").read(); open("src/a.py", "w").write(text.replace("value = 1", "value = 0"))'
SPEAKERS: dict[str, Callable[[str], Speaker]] = {
    "claude": ClaudeSpeaker,
    "codex": CodexSpeaker,
    "gemini": GeminiSpeaker,
    "command": lambda place: CommandSpeaker((place,)),
}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    made.write("src/a.py", CODE)
    made.write("src/b.py", "b = 1\n")
    made.write("key.py", 'password = "hunter2-hunter2"\nb = 1\n')
    made.commit("base")
    return made


@pytest.fixture
def doors(repo: Repo) -> Iterator[Doors]:
    git = GitDoor(repo.top)
    with ExitStack() as closing:
        room = Room(GitTree(git, "HEAD"), WorkTreeGuard(git), closing.callback)
        yield Doors(ProcessDoor(), SystemClock(), {"PATH": "/usr/bin:/bin"}, room)


def asked(doors: Doors, program: Program) -> Turn:
    payload = replace(make_payload(make_lens("fixer"), added_file("src/a.py", "x")), writes=True, purpose=Purpose.FIX)
    messages = (Message("system", "contract"), Message("user", "mend"))
    request = TurnRequest(payload=payload, messages=messages, model="m", effort="low", call=1, seconds=30)
    return anyio.run(ProgramEngine(SPEAKERS[program.name](str(program.place)), doors).turn, request)


@pytest.mark.parametrize(
    ("name", "words", "lacking"),
    [
        ("claude", ("--tools", "Read,Grep,Glob,Edit,Write"), "Bash,Edit"),
        ("claude", ("--permission-mode", "acceptEdits"), ""),
        ("codex", ("--sandbox", "workspace-write"), "read-only"),
        ("codex", ("--config", "sandbox_workspace_write.network_access=false"), ""),
        ("gemini", ("--approval-mode", "auto_edit"), "default"),
        ("command", (), ""),
    ],
)
def test_a_program_may_edit_its_folder_and_nothing_else(
    repo: Repo, doors: Doors, tmp_path: Path, name: str, words: tuple[str, ...], lacking: str
) -> None:
    program = stand_in(tmp_path, name, f"{MEND}; {GOOD[name]}")
    turn = asked(doors, program)
    assert isinstance(turn, Reply), turn
    assert turn.edits == (Edit("src/a.py", "    value = 1\n", "    value = 0\n"),)
    (start,) = program.starts
    assert set(words) <= set(start["argv"])
    assert not any(lacking and lacking in word for word in start["argv"])
    assert (repo.top / "src/a.py").read_bytes() == CODE.encode()
    assert (repo.status(), list(Path(start["cwd"]).parent.glob("*"))) == ("", [])
    made = judge(proposal(turn.edits), ground({"src/a.py": CODE}))
    assert isinstance(made, Applied)
    assert made.files["src/a.py"] == CODE.replace("= 1", "= 0").encode()


def proposal(edits: tuple[Edit, ...]) -> Proposal:
    return Proposal(findings=(finding(file="src/a.py"),), edits=edits, fixer="p", masked=True)


def test_a_program_is_told_that_it_may_write(doors: Doors, tmp_path: Path) -> None:
    """By the policy that it is given, or in the request."""
    gemini = stand_in(tmp_path, "gemini")
    asked(doors, gemini)
    assert '"write_file"' in gemini.starts[0]["--admin-policy"]
    command = stand_in(tmp_path, "command", "assert json.loads(prompt)['writes']; " + GOOD["command"])
    assert isinstance(asked(doors, command), Reply)
    request = command.starts[0]["prompt"]
    assert '"purpose": "fix"' in request
    whole: dict[str, Any] = {
        "version": 1,
        "lens": "l",
        "purpose": "fix",
        "call": 1,
        "model": "",
        "effort": "",
        "messages": [],
    }
    whole |= {"tools": [], "schema": None, "seconds": 1, "writes": True}
    assert list(validator("engine-request").iter_errors(whole)) == []


def test_whatever_else_it_did_is_told_and_refused(repo: Repo, doors: Doors, tmp_path: Path) -> None:
    body = """
os.remove("src/b.py")
open("src/new.py", "w").write("n = 1\\n")
os.mkdir("made"); open("made/x.bin", "wb").write(b"\\0")
open("key.py", "a").write("c = 1\\n")
"""
    turn = asked(doors, stand_in(tmp_path, "command", f"{MEND}\n{body}\n{GOOD['command']}"))
    assert isinstance(turn, Reply)
    assert turn.edits == (
        Edit("key.py", "b = 1\n", "b = 1\nc = 1\n"),
        Edit("src/a.py", "    value = 1\n", "    value = 0\n"),
        Edit("src/b.py", "b = 1\n", ""),
        Edit("src/new.py", "", "n = 1\n"),
    )
    files = {"src/a.py": CODE, "src/b.py": "b = 1\n"}
    refused = judge(proposal(turn.edits), ground(files))
    assert isinstance(refused, Refusal)
    assert refused.rule is Rule.OUTSIDE
    deleted = judge(proposal(turn.edits[1:3]), ground(files))
    assert isinstance(deleted, Refusal)
    assert deleted.rule is Rule.DELETES
    assert repo.status() == ""


@pytest.mark.parametrize(
    "body",
    [
        'os.remove("src/a.py"); os.symlink("/etc/passwd", "src/a.py")',
        'open("src/a.py", "wb").write(b"a\\0b")',
        'os.remove("src/a.py"); os.mkdir("src/a.py")',
    ],
)
def test_a_file_that_is_none_any_more_is_a_deletion(doors: Doors, tmp_path: Path, body: str) -> None:
    turn = asked(doors, stand_in(tmp_path, "command", f"{body}\n{GOOD['command']}"))
    assert isinstance(turn, Reply)
    assert turn.edits == (Edit("src/a.py", CODE.replace("\r\n", "\n"), ""),)


def test_a_program_that_reaches_for_the_work_tree_has_failed(repo: Repo, doors: Doors, tmp_path: Path) -> None:
    body = f'open({str(repo.top / "src/b.py")!r}, "w").write("b = 2\\n")'
    turn = asked(doors, stand_in(tmp_path, "command", f"{body}\n{GOOD['command']}"))
    assert isinstance(turn, TurnFailure)
    assert (turn.kind, "src/b.py (in the work tree)" in turn.detail) == (FailureKind.TAMPERED, True)


def test_a_program_that_fails_leaves_nothing(repo: Repo, doors: Doors, tmp_path: Path) -> None:
    program = stand_in(tmp_path, "command", f"{MEND}; sys.exit(3)")
    turn = asked(doors, program)
    assert isinstance(turn, TurnFailure)
    assert (repo.status(), Path(program.starts[0]["cwd"]).exists()) == ("", False)
