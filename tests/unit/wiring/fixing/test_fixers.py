"""Who is asked for fixes, in which order, and what is said of a finding that nobody mends."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import pytest

from orchestrator.checks.fixes.offers import Mechanical
from orchestrator.engines.script import turn_of
from orchestrator.seams import SourceTree
from orchestrator.settings.model import Value
from orchestrator.system.clock import SystemClock
from orchestrator.system.process import ProcessDoor
from orchestrator.values.correcting import Offers
from orchestrator.values.finding import Finding
from orchestrator.values.fix import Edit, Proposal
from orchestrator.values.turn import EngineInfo, Turn, TurnRequest
from orchestrator.wiring.fixing.choosing import Draft
from orchestrator.wiring.fixing.fixers import (
    NO_ENGINE,
    UNANSWERED,
    Fixers,
    caps_of,
    engine_of,
    fix_desk,
    open_fixers,
)
from orchestrator.wiring.session import Session, open_session
from tests.support.repo import Repo
from tests.unit.findings.build import finding

FILES: dict[str, bytes | None] = {"a.py": b"import os\nx = 1\n", "b.py": b"y = 2\n"}
UNUSED, WRONG, OTHER = finding(file="a.py", line=1), finding(file="a.py", line=2), finding(file="b.py", line=1)


def replaced(one: Finding, find: str, put: str, fixer: str = "tool") -> Proposal:
    return Proposal(findings=(one,), edits=(Edit(one.file, find, put),), fixer=fixer)


@dataclass
class Tool:
    """A tool that mends one finding and remembers what it was asked about."""

    mends: Finding
    problem: str = ""
    name: str = "tool"
    asked: list[Finding] = field(default_factory=list)

    async def propose(self, findings: Sequence[Finding], tree: SourceTree) -> Mechanical:
        assert tree.read("a.py")
        self.asked += findings
        found = tuple(replaced(one, "import os", "import sys") for one in findings if one == self.mends)
        return Mechanical(found, self.problem)


@dataclass
class Model:
    """seams.Engine that answers about each file from `said`."""

    said: dict[str, dict[str, Any]]
    info: EngineInfo = field(default=EngineInfo(name="model", label="a model", rule_based=False))

    async def turn(self, request: TurnRequest) -> Turn:
        entry = self.said[request.payload.files[0].path]
        return turn_of(entry, entry.get("text") or json.dumps(entry.get("reply")))


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """An empty repository without settings."""
    monkeypatch.setenv("CODE_REVIEW_HOME", str(tmp_path / "home"))
    return opened(tmp_path)


def opened(place: Path, **given: Value) -> Session:
    repo = Repo.create(place / "repo")
    repo.write("a.py", FILES["a.py"] or b"")
    repo.commit("base")
    return open_session(repo.top, {key.replace("__", "."): value for key, value in given.items()})


def offered(fixers: Fixers, *findings: Finding) -> Offers:
    return anyio.run(fixers.offers, findings, Draft(FILES))


def test_a_tool_is_asked_about_what_the_ones_before_it_left() -> None:
    first, second = Tool(UNUSED), Tool(UNUSED, problem="it is not installed", name="other")
    offers = offered(Fixers(tools=(first, second), desk=None, most=2), UNUSED, WRONG)
    assert [one.findings for one in offers.proposals] == [(UNUSED,)]
    assert second.asked == [WRONG]
    assert dict(offers.reasons) == {WRONG: NO_ENGINE}
    assert offers.notes == ("other: it is not installed",)


def test_an_engine_is_asked_file_by_file_about_the_rest(session: Session) -> None:
    edit = {"finding": 1, "edits": [{"file": "a.py", "find": "x = 1", "replace": "x = 0"}]}
    model = Model(
        {
            "a.py": {"reply": {"fixes": [edit], "declined": []}},
            "b.py": {"reply": {"fixes": [], "declined": [{"finding": 1, "reason": "It is right."}]}},
        }
    )
    fixers = Fixers(tools=(Tool(UNUSED),), desk=fix_desk(session, SystemClock(), model), most=2)
    offers = offered(fixers, UNUSED, WRONG, OTHER)
    assert [(one.fixer, one.findings) for one in offers.proposals] == [("tool", (UNUSED,)), ("model", (WRONG,))]
    assert dict(offers.reasons) == {OTHER: "model: It is right."}


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"failure": "refused", "detail": "not today"}, "not today"),
        ({"reply": {"fixes": [{"finding": 9, "edits": []}], "declined": []}}, "could not be used"),
        ({"text": "no json"}, "JSON"),
    ],
)
def test_what_an_engine_does_not_manage_is_said_for_each_finding(
    session: Session, said: dict[str, Any], reason: str
) -> None:
    offers = offered(
        Fixers(tools=(), desk=fix_desk(session, SystemClock(), Model({"a.py": said})), most=1), UNUSED, WRONG
    )
    assert offers.proposals == ()
    assert set(offers.reasons) == {UNUSED, WRONG}
    assert all(reason in text for text in offers.reasons.values()), offers.reasons


def test_a_file_that_cannot_be_shown_is_asked_about_by_nobody(session: Session) -> None:
    gone = finding(file="gone.bin", line=1)
    fixers = Fixers(tools=(), desk=fix_desk(session, SystemClock(), Model({})), most=1)
    offers = anyio.run(fixers.offers, (gone,), Draft({"gone.bin": b"\0"}))
    assert dict(offers.reasons) == {gone: UNANSWERED}


def test_without_an_engine_the_tools_are_left(session: Session) -> None:
    async def main() -> Fixers:
        async with open_fixers(session, ProcessDoor(), SystemClock(), {}, Draft(FILES)) as fixers:
            return fixers

    fixers = anyio.run(main)
    assert [one.name for one in fixers.tools] == ["ruff", "semgrep", "eslint"]
    assert fixers.desk is None


def test_rules_write_no_fixes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODE_REVIEW_HOME", str(tmp_path / "home"))
    session = opened(tmp_path, engine="offline")

    async def main() -> Offers:
        async with open_fixers(session, ProcessDoor(), SystemClock(), {}, Draft(FILES)) as fixers:
            return await fixers.offers((WRONG,), Draft(FILES))

    assert engine_of(session.settings) == "offline"
    given = {"engine": "offline", "fix.engine": "replay"}
    assert engine_of(open_session(session.git.top, given).settings) == "replay"
    assert dict(anyio.run(main).reasons) == {WRONG: "offline works by rules and writes no fixes"}


def test_settings_say_how_fixes_are_asked_for_and_how_large_they_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODE_REVIEW_HOME", str(tmp_path / "home"))
    session = opened(tmp_path, fix__model="opus", fix__agent="worktree", fix__max_edits=3, fix__max_edit_lines=7)
    desk = fix_desk(session, SystemClock(), Model({}))
    assert (desk.model, desk.in_worktree) == ("opus", True)
    caps = caps_of(session.settings)
    assert (caps.edits, caps.edit_lines) == (3, 7)
