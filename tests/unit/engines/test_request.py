"""What makes two requests the same, and answers that others write."""

import json
from typing import Any

import pytest

from orchestrator.dispatch.prompt import render
from orchestrator.engines.answer import AnswerError, read_answer
from orchestrator.engines.request import identity_of, request_object
from orchestrator.engines.script import entry_of, turn_of
from orchestrator.schemas import load_schema, validator
from orchestrator.values.turn import (
    FailureKind,
    Omission,
    OmissionKind,
    Reply,
    ToolCall,
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


def test_the_request_satisfies_its_schema() -> None:
    written = json.loads(json.dumps(request_object(request())))
    assert list(validator("engine-request").iter_errors(written)) == []
    assert written["schema"] == {"type": "object"}


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
