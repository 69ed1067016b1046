"""The real command lines of Claude Code and Codex, let edit a copy of a project against the loopback model server."""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from orchestrator.engines.programs.claude import ClaudeSpeaker
from orchestrator.engines.programs.codex import CodexSpeaker
from orchestrator.engines.programs.guard import WorkTreeGuard
from orchestrator.engines.programs.program import Doors, ProgramEngine, Speaker
from orchestrator.engines.programs.room import Room
from orchestrator.schemas import load_schema
from orchestrator.scope.tree import GitTree
from orchestrator.system.clock import SystemClock
from orchestrator.system.git import GitDoor
from orchestrator.system.process import ProcessDoor
from orchestrator.values.fix import Edit
from orchestrator.values.turn import Message, Purpose, Reply, Turn, TurnRequest
from tests.live.test_real_programs import codex_home, programs
from tests.support.model_server import ModelServer, model_server
from tests.support.model_wire import Answer
from tests.support.repo import Repo
from tests.support.values import added_file, make_lens, make_payload

__all__ = ["programs"]
pytestmark = pytest.mark.live

REPORT = json.dumps({"fixes": [{"finding": 1, "note": None}], "declined": []})
FIXED = (Edit("src/total.rs", "    first - second\n", "    first + second\n"),)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    made.write("src/total.rs", "fn total(first: i32, second: i32) -> i32 {\n    first - second\n}\n")
    made.commit("base")
    return made


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def mended(repo: Repo, closing: ExitStack, speaker: Speaker, server: ModelServer) -> Turn:
    git = GitDoor(repo.top)
    room = Room(GitTree(git, "HEAD"), WorkTreeGuard(git), closing.callback)
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(repo.home),
        "ANTHROPIC_API_KEY": "sk-ant-no-key",
        "ANTHROPIC_BASE_URL": server.address,
        "OPENAI_API_KEY": "sk-no-key",
    }
    payload = make_payload(make_lens("fixer"), added_file("src/total.rs", "x"))
    request = TurnRequest(
        payload=replace(payload, writes=True, purpose=Purpose.FIX),
        messages=(Message("system", "You mend findings."), Message("user", "Mend src/total.rs.")),
        model="m-1",
        effort="",
        call=1,
        seconds=120,
        schema=json.dumps(load_schema("fix-report")),
    )
    return anyio.run(ProgramEngine(speaker, Doors(ProcessDoor(), SystemClock(), environ, room)).turn, request)


def calls(*named: tuple[str, Any]) -> tuple[Answer, ...]:
    return tuple(Answer(text="", calls=((name, json.dumps(arguments)),)) for name, arguments in named)


def test_claude_edits_its_folder_and_nothing_outside(repo: Repo, closing: ExitStack, programs: Path) -> None:
    outside = repo.home / "outside.txt"
    edit = {"file_path": "src/total.rs", "old_string": "first - second", "new_string": "first + second"}
    script = calls(
        ("Read", {"file_path": "src/total.rs"}),
        ("Edit", edit),
        ("Write", {"file_path": str(outside), "content": "x"}),
        ("Write", {"file_path": str(repo.top / "src/total.rs"), "content": "x"}),
        ("StructuredOutput", json.loads(REPORT)),
    )
    with model_server(script={"default": script}) as server:
        turn = mended(repo, closing, ClaudeSpeaker(str(programs / "claude")), server)
    assert isinstance(turn, Reply), turn
    assert (turn.edits, json.loads(turn.text)["fixes"][0]["finding"]) == (FIXED, 1)
    assert not outside.exists()
    assert repo.status() == ""
    offered = {tool["name"] for one in server.requests for tool in one.body.get("tools", ())}
    assert offered == {"Edit", "Glob", "Grep", "Read", "StructuredOutput", "Write"}


def test_codex_edits_its_folder_and_nothing_outside(repo: Repo, closing: ExitStack, programs: Path) -> None:
    outside = repo.home / "outside.txt"
    script = (
        *calls(
            ("exec_command", {"cmd": "sed -i 's/first - second/first + second/' src/total.rs"}),
            ("exec_command", {"cmd": f"echo x > {outside}"}),
        ),
        Answer(text=REPORT),
    )
    with model_server(script={"default": script}) as server:
        codex_home(repo.home, server.address)
        turn = mended(repo, closing, CodexSpeaker(str(programs / "codex")), server)
    assert isinstance(turn, Reply), turn
    assert not outside.exists()
    assert repo.status() == ""
    assert turn.edits == FIXED
