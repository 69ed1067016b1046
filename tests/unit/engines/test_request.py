"""What makes two requests the same, and answers that others write."""

import json
from dataclasses import replace
from typing import Any

import pytest

from orchestrator.dispatch.prompt import render
from orchestrator.engines.answer import AnswerError, read_answer
from orchestrator.engines.exchange_text import listed_calls, request_text
from orchestrator.engines.request import identity_of, request_object, script_of
from orchestrator.engines.script import entry_of, turn_of
from orchestrator.schemas import load_schema, validator
from orchestrator.values.fix import Edit
from orchestrator.values.turn import (
    FailureKind,
    Message,
    Omission,
    OmissionKind,
    Purpose,
    Reply,
    ToolCall,
    ToolDefinition,
    Turn,
    TurnFailure,
    TurnRequest,
    Usage,
)
from tests.support.values import added_file, make_lens, make_payload


def request(
    marker: str = "00ff00ff00ff00ff", text: str = "x = 1", lens: str = "naming-review", **more: Any
) -> TurnRequest:
    payload = make_payload(make_lens(lens), added_file("a.py", text))
    given = {"model": "m", "effort": "low", "call": 1, "seconds": 5.0, "schema": '{"type": "object"}', **more}
    return TurnRequest(payload=payload, messages=render(payload, "Contract.", marker), **given)


def test_the_marker_of_a_run_does_not_count() -> None:
    assert identity_of(request("00ff00ff00ff00ff")) == identity_of(request("11aa11aa11aa11aa", call=3, seconds=1.0))


@pytest.mark.parametrize("more", [{"text": "x = 2"}, {"lens": "doc-review"}, {"schema": ""}])
def test_everything_that_is_asked_counts(more: dict[str, Any]) -> None:
    assert identity_of(request()) != identity_of(request(**more))


@pytest.mark.parametrize(
    ("purpose", "name"),
    [
        (Purpose.DISCOVERY, "doc-review"),
        (Purpose.VERIFICATION, "doc-review.verify"),
        (Purpose.CLOSING, "doc-review.closing"),
        (Purpose.FIX, "doc-review.fix"),
        (Purpose.CHECK, "doc-review.check"),
        (Purpose.CHALLENGE, "doc-review.challenge"),
    ],
)
def test_each_purpose_has_a_script_and_an_identity_of_its_own(purpose: Purpose, name: str) -> None:
    asked = request(lens="doc-review")
    other = replace(asked, payload=replace(asked.payload, purpose=purpose))
    assert script_of(other) == name
    assert (identity_of(other) == identity_of(asked)) == (purpose is Purpose.DISCOVERY)
    written = json.loads(json.dumps(request_object(other)))
    assert written["purpose"] == purpose.value
    assert list(validator("engine-request").iter_errors(written)) == []


def test_text_under_review_cannot_choose_the_marker() -> None:
    """A change that holds the sentence that names the marker must not make two different changes look the same."""
    sentence = "Everything between lines that read `<<abcdefabcdefabcd` and `abcdefabcdefabcd>>` is material"
    first = request("00ff00ff00ff00ff", f"{sentence} one")
    assert identity_of(first) == identity_of(request("22bb22bb22bb22bb", f"{sentence} one"))
    assert identity_of(first) != identity_of(request("22bb22bb22bb22bb", f"{sentence} two"))


def test_without_a_prompt_the_files_count() -> None:
    def of(text: str) -> str:
        payload = make_payload(make_lens(), added_file("a.py", text))
        return identity_of(TurnRequest(payload=payload, messages=(), model="", effort="", call=1, seconds=1))

    assert of("x = 1") == of("x = 1")
    assert of("x = 1") != of("x = 2")


TOOL = ToolDefinition("read_file", "Reads a file.", '{"type": "object", "properties": {"path": {"type": "string"}}}')
CALLS = (ToolCall("t1", "read_file", '{"path": "a.py"}'), ToolCall("t2", "read_file", "{"))
TALK = (
    Message("assistant", "I look.", calls=CALLS),
    Message("tool", "x = 1", call="t1"),
    Message("tool", "Not done.", call="t2"),
)


def test_the_request_satisfies_its_schema() -> None:
    written = json.loads(json.dumps(request_object(request())))
    assert list(validator("engine-request").iter_errors(written)) == []
    assert (written["schema"], written["tools"]) == ({"type": "object"}, [])


def test_a_request_holds_the_whole_conversation_and_the_tools() -> None:
    asked = request(tools=(TOOL,))
    asked = replace(asked, messages=(*asked.messages, *TALK, Message("user", "Go on.")))
    written = json.loads(json.dumps(request_object(asked)))
    assert list(validator("engine-request").iter_errors(written)) == []
    assert written["tools"] == [
        {"name": "read_file", "description": "Reads a file.", "schema": json.loads(TOOL.schema)}
    ]
    assert written["messages"][-4:] == [
        {
            "role": "assistant",
            "content": "I look.",
            "calls": [
                {"id": "t1", "name": "read_file", "arguments": {"path": "a.py"}},
                {"id": "t2", "name": "read_file", "arguments": "{"},
            ],
        },
        {"role": "tool", "content": "x = 1", "call": "t1"},
        {"role": "tool", "content": "Not done.", "call": "t2"},
        {"role": "user", "content": "Go on."},
    ]


def test_another_offer_of_tools_is_another_question() -> None:
    other = replace(TOOL, description="Reads.")
    assert len({identity_of(request(tools=tools)) for tools in ((), (TOOL,), (other,), (TOOL, other))}) == 4


def test_a_request_is_shown_with_its_calls_and_tools() -> None:
    closed = {
        "type": "object",
        "properties": {
            "severity": {"type": "string", "enum": ["blocker", "nit"], "description": "How bad."},
            "line": {"type": ["integer", "null"]},
        },
        "required": ["severity"],
    }
    asked = request(tools=(TOOL, ToolDefinition("append_finding", "Records a finding.", json.dumps(closed))))
    listed = json.dumps({"calls": [{"tool": "append_finding", "arguments": {"severity": "nit"}}, {"tool": "x"}]})
    messages = (asked.messages[0], *TALK, Message("assistant", listed), Message("user", "1. append_finding: F1"))
    said = request_text(request_object(replace(asked, messages=messages)))
    assert said.endswith(
        """[assistant]
I look.
calls read_file {"path": "a.py"}
calls read_file {

[tool read_file]
x = 1

[tool read_file]
Not done.

[assistant]
calls append_finding {"severity": "nit"}
calls x {}

[user]
1. append_finding: F1

[tools]
read_file: Reads a file.
    path (string, optional)
append_finding: Records a finding.
    severity (one of blocker, nit): How bad.
    line (integer or null, optional)

[answer with a list of calls]
[{"tool": "NAME", "arguments": {...}}, ...]
"""
    )
    assert '[schema of the reply]\n{\n "type": "object"\n}\n' in request_text(request_object(request()))
    assert request_text({"messages": [3, {"role": "user"}], "tools": "x"}).startswith("[user]\n")


@pytest.mark.parametrize(
    ("value", "calls"),
    [
        ([{"tool": "a"}, 3], [{"tool": "a"}, 3]),
        ({"tool": "a"}, [{"tool": "a"}]),
        ([], None),
        ([3], None),
        ({"calls": []}, None),
        ("tool", None),
    ],
)
def test_a_list_of_calls_is_known_when_it_is_seen(value: object, calls: object) -> None:
    assert listed_calls(value) == calls


@pytest.mark.parametrize(
    ("answer", "turn"),
    [
        ({"text": "hello"}, Reply(text="hello", model="who")),
        (
            {"reply": {"a": 1}, "model": "m", "usage": {"usd": 0.5}},
            Reply(text='{"a": 1}', model="m", usage=Usage(usd=0.5)),
        ),
        ({"failure": "cut"}, TurnFailure(FailureKind.CUT, "no reason given")),
        (
            {"failure": "final", "detail": "a\nb", "everybody": True, "retry_after": 3},
            TurnFailure(FailureKind.FINAL, "a b", 3, everybody=True),
        ),
    ],
)
def test_an_answer_is_read(answer: object, turn: Turn) -> None:
    assert read_answer(json.dumps(answer).encode(), "who") == turn


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff{}",
        b"{}",
        b'{"text": 3}',
        b'{"reply": []}',
        b'{"failure": "tampered"}',
        b'{"failure": "down"}',
        b'{"text": "a", "usage": {"input": -1}}',
        b'{"text": "a", "more": 1}',
        b'{"text": "a", "failure": "cut"}',
        b"[" * 200_000,
    ],
)
def test_what_is_no_answer_is_refused_with_a_short_reason(data: bytes) -> None:
    with pytest.raises(AnswerError) as caught:
        read_answer(data, "who")
    assert 0 < len(str(caught.value)) < 400


def test_failures_of_an_answer_hold_no_secret() -> None:
    data = json.dumps({"failure": "crash", "detail": "key ghp_0123456789abcdefghijABCDEFGHIJ"}).encode()
    turn = read_answer(data, "who")
    assert isinstance(turn, TurnFailure)
    assert turn.detail == "key [redacted]"


@pytest.mark.parametrize(
    "turn",
    [
        Reply(text="plain"),
        Reply(
            text='{"a": "ä"}',
            tool_calls=(ToolCall("i", "read_file", '{"path": "a"}'),),
            model="m",
            usage=Usage(1, 2, 3, 4, 0.0),
            omissions=(Omission("f", "why", OmissionKind.PARTIAL),),
            notes=("n",),
            read={"a.py": "text\n"},
            edits=(Edit("a.py", "text\n", ""),),
        ),
        TurnFailure(FailureKind.TAMPERED, "files changed", usage=Usage(output=3)),
        TurnFailure(FailureKind.RETRYABLE, "busy", retry_after=0.0, everybody=True),
    ],
)
def test_a_turn_survives_its_entry(turn: Turn) -> None:
    entry = json.loads(json.dumps(entry_of(turn)))
    assert turn_of(entry, entry.get("text", "")) == turn


def test_schemas_have_ids() -> None:
    assert {load_schema(name)["$id"] for name in ("engine-request", "engine-answer")} == {
        "code-review-engine-request/1",
        "code-review-engine-answer/1",
    }
