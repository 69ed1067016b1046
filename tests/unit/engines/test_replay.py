"""The replay engine: scripts that users write by hand, so every mistake in one gets a clear line."""

import json
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from orchestrator.engines.capture import CaptureFolder, CapturingEngine
from orchestrator.engines.replay import load_replay
from orchestrator.errors import ConfigurationError, NoEngineError
from orchestrator.seams import Engine
from orchestrator.system.clock import SystemClock
from orchestrator.values.turn import (
    EngineInfo,
    FailureKind,
    Message,
    Purpose,
    Reply,
    ToolCall,
    ToolDefinition,
    ToolUse,
    Turn,
    TurnFailure,
    TurnRequest,
    Usage,
)
from tests.support.values import added_file, make_lens, make_payload


def ask(folder: Path, lens: str, call: int, purpose: Purpose = Purpose.DISCOVERY) -> Turn:
    payload = replace(make_payload(make_lens(lens), added_file("a.py", "x = 1")), purpose=purpose)
    request = TurnRequest(payload=payload, messages=(), model="m", effort="low", call=call, seconds=1)
    return anyio.run(load_replay(str(folder), SystemClock()).turn, request)


def script(folder: Path, name: str, entries: object) -> None:
    (folder / f"{name}.json").write_text(json.dumps(entries), encoding="utf-8")


def test_calls_take_entries_in_order_and_the_last_one_stays(tmp_path: Path) -> None:
    script(tmp_path, "doc-review", [{"text": "one"}, {"reply": {"status": "pass"}, "usage": {"input": 3}}])
    assert ask(tmp_path, "doc-review", 1) == Reply(text="one", model="replay")
    assert ask(tmp_path, "doc-review", 2) == Reply(text='{"status": "pass"}', model="replay", usage=Usage(input=3))
    assert ask(tmp_path, "doc-review", 9) == ask(tmp_path, "doc-review", 2)


def test_lenses_without_a_script_take_the_default_and_fail_without_one(tmp_path: Path) -> None:
    script(tmp_path, "default", {"failure": "refused", "detail": "no"})
    assert ask(tmp_path, "arch-review", 1) == TurnFailure(FailureKind.REFUSED, "no")
    (tmp_path / "default.json").unlink()
    answer = ask(tmp_path, "arch-review", 1)
    assert isinstance(answer, TurnFailure)
    assert "arch-review.json" in answer.detail


def test_another_purpose_has_scripts_of_its_own(tmp_path: Path) -> None:
    """A closing pass is answered like a review; the others take replies of another form, so a review answers none."""
    script(tmp_path, "default", {"text": "any review"})
    script(tmp_path, "doc-review", {"text": "review"})
    answers = {purpose: ask(tmp_path, "doc-review", 1, purpose) for purpose in Purpose}
    assert answers[Purpose.CLOSING] == answers[Purpose.DISCOVERY] == Reply(text="review", model="replay")
    for purpose in (Purpose.VERIFICATION, Purpose.FIX, Purpose.CHECK, Purpose.CHALLENGE):
        failed = answers[purpose]
        assert isinstance(failed, TurnFailure)
        assert failed.detail.startswith("the replay folder has no doc-review.")
    script(tmp_path, "default.verify", {"text": "any verdict"})
    script(tmp_path, "doc-review.closing", {"text": "closing"})
    assert ask(tmp_path, "doc-review", 1, Purpose.VERIFICATION) == Reply(text="any verdict", model="replay")
    assert ask(tmp_path, "doc-review", 1, Purpose.CLOSING) == Reply(text="closing", model="replay")
    assert ask(tmp_path, "arch-review", 1, Purpose.CLOSING) == Reply(text="any review", model="replay")


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ([{}], "exactly one of"),
        ([{"text": "a", "crash": "b"}], "exactly one of"),
        ([3], "exactly one of"),
        ([], "nothing to play back"),
        ([{"hang": False}], "hang takes true"),
        ([{"text": "a", "delay": -1}], "delay takes seconds"),
        ([{"text": "a", "usage": {"input": "x"}}], "usage takes numbers"),
        ([{"text": "a", "foo": 1}], "no key foo"),
        ([{"failure": "bored"}], "unknown failure 'bored'"),
        ([{"text": "a", "usage": {"tokens": 1}}], "usage takes numbers"),
        ([{"calls": {"tool": "a"}}], "calls takes a list of objects with arguments, tool"),
        ([{"calls": [{"name": "a"}]}], "calls takes a list of objects with arguments, tool"),
        ([{"calls": [{"tool": 3}]}], "calls takes a list"),
        ([{"calls": [{"tool": "a", "arguments": [1]}]}], "calls takes a list"),
        ([{"calls": [{"tool": "a", "id": "b"}]}], "calls takes a list"),
        ([{"text": "", "tool_calls": [{"name": "a"}]}], "tool_calls takes a list of objects with arguments, id, name"),
        ([{"text": "", "calls": []}], "exactly one of"),
        (
            [{"text": "", "edits": [{"file": "a", "find": "b"}]}],
            "edits takes a list of objects with file, find, replace",
        ),
        ([{"text": "", "edits": [{"file": "a", "find": "b", "replace": 1}]}], "edits takes a list"),
    ],
)
def test_a_broken_script_names_its_file(tmp_path: Path, entries: object, reason: str) -> None:
    script(tmp_path, "doc-review", entries)
    with pytest.raises(ConfigurationError, match=r"doc-review\.json") as caught:
        load_replay(str(tmp_path), SystemClock())
    assert reason in caught.value.reason


def test_a_script_that_is_not_json_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "doc-review.json").write_text("[", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"doc-review\.json: cannot be read as JSON"):
        load_replay(str(tmp_path), SystemClock())


@pytest.mark.parametrize("folder", ["", "/nowhere/at/all"])
def test_without_a_folder_there_is_no_engine(folder: str) -> None:
    with pytest.raises(NoEngineError) as caught:
        load_replay(folder, SystemClock())
    assert "--replay-dir" in caught.value.hint


CALLS = [{"tool": "set_summary", "arguments": {"text": "fine"}}, {"tool": "finish_review"}]


def test_listed_calls_are_the_text_of_a_script_turn_by_turn(tmp_path: Path) -> None:
    script(tmp_path, "cr", [{"calls": CALLS[:1]}, {"calls": CALLS[1:]}])
    assert load_replay(str(tmp_path), SystemClock()).info.tool_use is ToolUse.NONE
    said = [ask(tmp_path, "cr", call) for call in (1, 2)]
    assert said == [
        Reply(text='{"calls": [{"tool": "set_summary", "arguments": {"text": "fine"}}]}', model="replay"),
        Reply(text='{"calls": [{"tool": "finish_review"}]}', model="replay"),
    ]


def test_calls_of_tools_may_be_written_as_objects_or_as_they_arrived(tmp_path: Path) -> None:
    calls = [
        {"id": "a", "name": "read_file", "arguments": {"path": "ä.py"}},
        {"id": "b", "name": "read_file", "arguments": "{"},
    ]
    script(tmp_path, "cr", [{"text": "I look.", "tool_calls": calls}])
    assert ask(tmp_path, "cr", 1) == Reply(
        text="I look.",
        model="replay",
        tool_calls=(ToolCall("a", "read_file", '{"path": "ä.py"}'), ToolCall("b", "read_file", "{")),
    )


class Caller:
    """An engine that calls tools: reads, says something beside it, finishes."""

    info = EngineInfo(name="caller", label="calls", rule_based=False, tool_use=ToolUse.NATIVE)
    turns = (
        Reply(text="I look.", tool_calls=(ToolCall("t1", "read_file", '{"path":"a.py"}'), ToolCall("t2", "x", "{"))),
        Reply(text="", tool_calls=(ToolCall("t3", "finish_review", "{}"),), usage=Usage(3, 4, 5, 6), notes=("n",)),
    )

    async def turn(self, request: TurnRequest) -> Turn:
        return self.turns[request.call - 1]


TOOLS = (ToolDefinition("read_file", "Reads.", "{}"), ToolDefinition("finish_review", "Ends.", "{}"))


def conversation(engine: Engine, *, tools: tuple[ToolDefinition, ...] = TOOLS) -> list[Turn]:
    """Two turns of a single reviewer."""
    payload = make_payload(make_lens("cr"), added_file("a.py", "x = 1"))
    messages: tuple[Message, ...] = (Message("system", "Contract."), Message("user", "Look."))
    said: list[Turn] = []
    for call in (1, 2):
        request = TurnRequest(
            payload=payload, messages=messages, model="m", effort="low", call=call, seconds=9, tools=tools
        )
        turn = anyio.run(engine.turn, request)
        said.append(turn)
        assert isinstance(turn, Reply)
        answers = (Message("tool", f"answer to {one.name}", call=one.id) for one in turn.tool_calls)
        messages = (*messages, Message("assistant", turn.text, calls=turn.tool_calls), *answers)
    return said


def test_a_captured_conversation_with_tools_is_played_back_bit_for_bit(tmp_path: Path) -> None:
    folder = CaptureFolder(tmp_path / "kept")
    folder.begin(Caller.info)
    live = conversation(CapturingEngine(Caller(), folder, SystemClock(), 9))
    played = load_replay(str(folder.root), SystemClock())
    assert played.info.tool_use is ToolUse.NATIVE
    assert conversation(played) == live == list(Caller.turns)
    kept = json.loads((folder.root / "cr.json").read_text(encoding="utf-8"))
    assert [entry["call"] for entry in kept] == [1, 2]
    # Asked otherwise, it is played back by the number of the turn, and says so.
    other = conversation(played, tools=TOOLS[:1])
    assert [len(turn.notes) for turn in other if isinstance(turn, Reply)] == [1, 2]
    # A turn that was rewritten by hand calls tools like those around it.
    kept[1] = {"call": 2, "request": kept[1]["request"], "calls": CALLS}
    (folder.root / "cr.json").write_text(json.dumps(kept), encoding="utf-8")
    edited = conversation(load_replay(str(folder.root), SystemClock()))[1]
    assert isinstance(edited, Reply)
    assert edited.tool_calls == (
        ToolCall("call_2_1", "set_summary", '{"text": "fine"}'),
        ToolCall("call_2_2", "finish_review", "{}"),
    )
