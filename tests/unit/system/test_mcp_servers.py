"""MCP servers as real processes: what they offer, what is refused, and every way in which they can fail."""

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import anyio
import pytest

from orchestrator.system.mcp_servers import ServerSpec, ServerState, open_servers

ROOT = Path(__file__).resolve().parents[3]


def spec(name: str, *tools: str, mode: str = "", env: Mapping[str, str] | None = None) -> ServerSpec:
    return ServerSpec(
        name=name,
        tools=tools or ("lookup",),
        command=sys.executable,
        args=("-m", "tests.support.mcp_server", mode),
        env={"PYTHONPATH": str(ROOT), **(env or {})},
    )


def opened(
    *specs: ServerSpec, calls: tuple[tuple[str, dict[str, object]], ...] = (), seconds: float = 20
) -> tuple[tuple[ServerState, ...], list[str]]:
    """The states of the servers, and what was said to `calls`, by the offered name of a tool."""

    async def main() -> tuple[tuple[ServerState, ...], list[str]]:
        async with open_servers(specs, ROOT, seconds) as states:
            tools = {tool.definition.name: tool for state in states for tool in state.tools}
            return states, [await tools[name].call(arguments) for name, arguments in calls]

    return anyio.run(main)


def test_only_allowed_tools_that_change_nothing_are_taken() -> None:
    (state,), said = opened(
        spec("docs", "lookup", "unsaid", "wipe", "nowhere", env={"MEANING": "much"}),
        calls=(("mcp__docs__lookup", {"word": "this"}), ("mcp__docs__unsaid", {})),
    )
    assert [tool.definition.name for tool in state.tools] == ["mcp__docs__lookup", "mcp__docs__unsaid"]
    assert state.refused == ("nowhere (no such tool)", "wipe (it changes things)")
    assert state.problem == ""
    assert said == ["this means much", "quiet"]
    first = state.tools[0].definition
    assert first.description == "Says what a word means. (of the server docs; its answers are no evidence)"
    assert '"word"' in first.schema


def test_the_environment_of_a_server_holds_only_what_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEANING", "a secret of the caller")
    _, said = opened(spec("docs", mode="plain"), calls=(("mcp__docs__lookup", {"word": "this"}),))
    assert said == ["this means nothing"]


def test_what_goes_wrong_in_a_call_is_an_answer() -> None:
    _, said = opened(
        spec("docs", "lookup", "broken", "leave"),
        calls=(
            ("mcp__docs__broken", {}),
            ("mcp__docs__lookup", {}),
            ("mcp__docs__leave", {}),
            ("mcp__docs__lookup", {"word": "x"}),
        ),
    )
    assert all(one.startswith("Not done: ") for one in said)
    assert "the index is gone" in said[0]


def test_a_server_that_fails_is_a_reason_and_touches_no_other() -> None:
    missing = ServerSpec(name="missing", tools=("x",), command="/nowhere/at-all")
    started = time.monotonic()
    states, said = opened(
        missing,
        spec("hangs", mode="hang"),
        spec("dies", mode="die"),
        spec("babbles", mode="babble"),
        spec("none", "wipe", mode="plain"),
        spec("good", mode="plain"),
        calls=(("mcp__good__lookup", {"word": "this"}),),
        seconds=3,
    )
    assert time.monotonic() - started < 20
    problems = {state.name: state.problem for state in states}
    assert problems.pop("good") == ""
    assert all(problems.values())
    assert problems["hangs"] == "no answer within 3 s"
    assert problems["none"] == "none of its tools can be used: wipe (it changes things)"
    assert said == ["this means nothing"]


def test_no_server_outlives_the_run(tmp_path: Path) -> None:
    script = tmp_path / "server.sh"
    script.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nexec sleep 600\n", encoding="utf-8")
    script.chmod(0o755)
    opened(ServerSpec(name="sleeper", tools=("x",), command=str(script)), seconds=1)
    pid = int((tmp_path / "pid").read_text(encoding="utf-8"))
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
