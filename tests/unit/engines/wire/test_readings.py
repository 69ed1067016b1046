"""Answers event by event: what counts as whole, and what does not."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from orchestrator.engines.wire.dialect import Answer, Reading
from orchestrator.engines.wire.failure import NoAnswerError
from orchestrator.engines.wire.openai_reading import OpenAIReading
from orchestrator.engines.wire.sse import END, Event, SseParser, whole_answer
from orchestrator.values.turn import FailureKind, ToolCall, TurnFailure, Usage
from tests.support.model_cache import Tokens
from tests.support.model_wire import CHAT, MESSAGES
from tests.support.model_wire import Answer as Script
from tests.support.model_wire import events as written
from tests.support.wire import dialect

TOKENS = Tokens(fresh=100, read=20, written=30)


def script(name: str, **changes: Any) -> list[Event]:
    path = MESSAGES if name == "anthropic" else CHAT
    parser = SseParser()
    return [
        event for piece in written(path, Script(**changes), "model-1-dated", TOKENS) for event in parser.feed(piece)
    ]


def read(reading: Reading, *events: Event) -> Answer:
    ended = [reading.take(event) for event in events]
    assert ended == [False] * (len(events) - 1) + [True]
    reading.finish()
    return reading.answer


def chunk(delta: Mapping[str, Any], stop: str | None = None, **more: Any) -> Event:
    return Event("", json.dumps({"choices": [{"index": 0, "delta": delta, "finish_reason": stop}], **more}))


def failure(name: str, **changes: Any) -> TurnFailure:
    with pytest.raises(NoAnswerError) as caught:
        read(dialect(name).reading(), *script(name, **changes))
    return caught.value.failure


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_a_whole_answer(name: str) -> None:
    answer = read(dialect(name).reading(), *script(name, text="größer als gedacht 🎉"))
    assert (answer.text, answer.model) == ("größer als gedacht 🎉", "model-1-dated")
    written_tokens = 30 if name == "anthropic" else 0
    assert answer.usage == Usage(
        input=100, cached_read=20, cached_write=written_tokens, output=len(answer.text) // 4 + 1
    )


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_tool_calls_are_put_together_from_their_pieces(name: str) -> None:
    calls = (("read_file", '{"path": "a.py"}'), ("search", '{"text": "x"}'))
    answer = read(dialect(name).reading(), *script(name, text="", calls=calls))
    prefix = "toolu" if name == "anthropic" else "call"
    assert answer.tool_calls == tuple(
        ToolCall(f"{prefix}_{number}", tool, arguments) for number, (tool, arguments) in enumerate(calls)
    )


@pytest.mark.parametrize(
    ("name", "stop", "kind"),
    [
        ("anthropic", "max_tokens", FailureKind.CUT),
        ("anthropic", "model_context_window_exceeded", FailureKind.CUT),
        ("anthropic", "refusal", FailureKind.REFUSED),
        ("anthropic", "who_knows", FailureKind.RETRYABLE),
        ("openai", "length", FailureKind.CUT),
        ("openai", "content_filter", FailureKind.REFUSED),
        ("openai", "error", FailureKind.RETRYABLE),
    ],
)
def test_an_answer_that_did_not_end_by_itself_is_none(name: str, stop: str, kind: FailureKind) -> None:
    assert failure(name, stop=stop).kind is kind


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_an_error_inside_the_stream_ends_it(name: str) -> None:
    assert failure(name, kind="overloaded_error", error="Overloaded").kind is FailureKind.RETRYABLE
    assert failure(name, kind="authentication_error", error="no").everybody


@pytest.mark.parametrize("name", ["anthropic", "openai"])
@pytest.mark.parametrize("data", ["not json", "[1]", '"text"', "{"])
def test_an_event_that_is_no_object_breaks_the_answer(name: str, data: str) -> None:
    with pytest.raises(NoAnswerError) as caught:
        dialect(name).reading().take(Event("", data))
    assert caught.value.failure.kind is FailureKind.RETRYABLE


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_an_answer_without_its_final_event_is_not_over(name: str) -> None:
    reading = dialect(name).reading()
    for event in script(name)[:-3]:
        assert reading.take(event) is False
    assert reading.take(END) is False


def test_a_server_that_never_says_done_has_said_why_it_ended() -> None:
    reading = OpenAIReading()
    assert read(reading, chunk({"content": "yes"}), chunk({}, "stop"), END).text == "yes"
    silent = OpenAIReading()
    silent.take(Event("", "[DONE]"))
    with pytest.raises(NoAnswerError, match="none given"):
        silent.finish()


def test_an_answer_in_one_piece() -> None:
    message = {"role": "assistant", "content": [{"type": "text", "text": "all"}, {"type": "thinking", "text": "hm"}]}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    whole = {
        "model": "m",
        "choices": [choice],
        "usage": {"prompt_tokens": 9, "prompt_cache_hit_tokens": 4, "cost": 0.5},
    }
    reading = OpenAIReading()
    reading.take(whole_answer(json.dumps(whole)))
    reading.finish()
    assert (reading.answer.text, reading.answer.usage) == ("all", Usage(input=5, cached_read=4, usd=0.5))
    with pytest.raises(NoAnswerError, match="not streamed"):
        dialect("anthropic").reading().take(whole_answer("{}"))


def test_a_refusal_in_words_of_its_own_field() -> None:
    reading = OpenAIReading()
    for event in (chunk({"refusal": "I will not."}), chunk({}, "stop"), Event("", "[DONE]")):
        reading.take(event)
    with pytest.raises(NoAnswerError) as caught:
        reading.finish()
    assert caught.value.failure.kind is FailureKind.REFUSED


def test_servers_leave_out_what_they_like() -> None:
    odd = {
        "choices": [{"delta": {"tool_calls": [{"function": {"name": "read_file", "arguments": "{}"}}]}}],
        "usage": None,
    }
    other = {"choices": [{"index": 1, "delta": {"content": "a second answer"}}, {"delta": None}]}
    reading = OpenAIReading()
    for event in (Event("", json.dumps(odd)), Event("", json.dumps(other)), chunk({"content": None}, "tool_calls")):
        assert reading.take(event) is False
    assert reading.answer.tool_calls == (ToolCall("call_0", "read_file", "{}"),)
    assert reading.answer.text == ""


def test_halves_of_a_character_are_joined_and_single_ones_replaced() -> None:
    answer = Answer(texts=["\ud83c", "\udf89 and \ud83c"])
    assert answer.text == "🎉 and �"
