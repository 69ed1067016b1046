"""The engine against a real server on the loopback interface: every way in which an answer does not come."""

import json
import threading
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import anyio
import pytest

from orchestrator.values.turn import FailureKind, Message, Reply, ToolCall, Turn, Usage
from tests.support.model_server import ModelServer, model_server, unused_address
from tests.support.model_wire import PASS, PASS_TEXT, Answer
from tests.support.wire import KEY, LENS, MESSAGES, READ_FILE, ask, engine, failed, replied, request

NAMES = ["anthropic", "openai"]


@pytest.fixture(scope="module")
def shared() -> Iterator[ModelServer]:
    with model_server() as server:
        yield server


@pytest.fixture
def server(shared: ModelServer) -> ModelServer:
    """The one server of this module with nothing scripted and nothing seen."""
    shared.script.clear()
    shared.requests.clear()
    shared.refuses = {}
    return shared


def answer(server: ModelServer, *answers: Answer, name: str = "anthropic", **patience: Any) -> Turn:
    """One turn of a fresh engine against these answers."""
    server.script["doc-review"] = answers
    return ask(engine(server.address, name, **patience))


@pytest.mark.parametrize("name", NAMES)
def test_an_answer(server: ModelServer, name: str) -> None:
    begun = []
    asked = engine(server.address, name)
    reply = replied(anyio.run(asked.turn, request(begun=lambda: begun.append(1))))
    assert (reply.text, reply.model, reply.notes) == (PASS_TEXT, "model-1", ())
    assert reply.usage.output > 0
    assert begun == [1]
    (seen,) = server.requests
    assert seen.headers["x-api-key"] == KEY
    assert seen.headers["content-type"] == "application/json"
    assert seen.lens == "doc-review"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("script", "kind"),
    [
        (Answer(status=429, kind="rate_limit_error", headers={"retry-after": "7"}), FailureKind.RETRYABLE),
        (Answer(status=500, kind="api_error"), FailureKind.RETRYABLE),
        (Answer(status=529, kind="overloaded_error", error="Overloaded"), FailureKind.RETRYABLE),
        (Answer(kind="overloaded_error", error="Overloaded"), FailureKind.RETRYABLE),
        (Answer(cut=3), FailureKind.RETRYABLE),
        (Answer(cut=3, torn=True), FailureKind.RETRYABLE),
        (Answer(reset=True), FailureKind.RETRYABLE),
        (Answer(content_type="text/html"), FailureKind.RETRYABLE),
        (Answer(content_type="application/json", raw=b"<html>"), FailureKind.RETRYABLE),
        (Answer(content_type="application/json", raw=b'{"a": "\xff"}'), FailureKind.RETRYABLE),
        (Answer(raw=b"data: \xff\xfe\n\n"), FailureKind.RETRYABLE),
        (
            Answer(content_type="application/json", raw=b'{"error": {"message": "upstream", "code": 502}}'),
            FailureKind.RETRYABLE,
        ),
        (Answer(raw=b""), FailureKind.RETRYABLE),
        (Answer(status=401, kind="authentication_error", error="invalid x-api-key"), FailureKind.FINAL),
        (Answer(status=402, error="Insufficient Balance"), FailureKind.FINAL),
        (Answer(status=404, kind="not_found_error", error="model: x"), FailureKind.FINAL),
        (Answer(status=413, kind="request_too_large"), FailureKind.FINAL),
        (Answer(status=400, error="messages: no"), FailureKind.FINAL),
        (Answer(status=429, kind="insufficient_quota", error="You exceeded your current quota"), FailureKind.FINAL),
    ],
)
def test_no_answer(server: ModelServer, name: str, script: Answer, kind: FailureKind) -> None:
    failure = failed(answer(server, script, name=name))
    assert failure.kind is kind
    assert failure.everybody == (script.status in {401, 402} or script.kind == "insufficient_quota")
    assert failure.retry_after == (7.0 if script.headers else None)
    assert len(server.requests) == 1


@pytest.mark.parametrize("name", NAMES)
def test_what_stands_behind_the_final_event_is_not_looked_at(server: ModelServer, name: str) -> None:
    assert replied(answer(server, Answer(tail=b"\xff\xfejunk\n\ndata: {\n\n"), name=name)).text == PASS_TEXT


def test_silence(server: ModelServer) -> None:
    late = failed(answer(server, Answer(first_byte=3), first_byte=0.2))
    assert (late.kind, "no byte" in late.detail) == (FailureKind.RETRYABLE, True)
    stuck = failed(answer(server, Answer(cut=3, hang=True), idle=0.2))
    assert (stuck.kind, "in the middle" in stuck.detail) == (FailureKind.RETRYABLE, True)
    # What has arrived of it costs money, and is all that is kept.
    assert stuck.usage.input > 0


def test_a_slow_drip_ends_with_the_time_of_the_turn(server: ModelServer) -> None:
    server.script["doc-review"] = (Answer(drip=0.1, pieces=50),)
    late = failed(ask(engine(server.address), seconds=0.4))
    assert late.kind is FailureKind.TIMEOUT
    assert late.usage.input > 0
    server.script["doc-review"] = (Answer(drip=0.01, pieces=10),)
    assert replied(ask(engine(server.address, idle=0.3), seconds=10)).text == PASS_TEXT


def test_an_endless_answer_is_given_up(server: ModelServer) -> None:
    long = failed(answer(server, Answer(text="x" * 20_000), max_bytes=10_000))
    assert (long.kind, "larger than 10000 bytes" in long.detail) == (FailureKind.MALFORMED, True)


def test_nobody_listens() -> None:
    failure = failed(ask(engine(unused_address())))
    assert (failure.kind, "ConnectError" in failure.detail) == (FailureKind.RETRYABLE, True)


@pytest.mark.parametrize(
    ("name", "value"),
    [("HTTPS_PROXY", "socks5://127.0.0.1:9"), ("HTTPS_PROXY", "nonsense://x"), ("SSL_CERT_FILE", "/no/such/file")],
)
def test_an_environment_that_cannot_be_used_concerns_everybody(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv(name, value)
    failure = failed(ask(engine("https://model.example")))
    assert (failure.kind, failure.everybody) == (FailureKind.FINAL, True)
    assert "of the environment cannot be used" in failure.detail


def test_a_server_that_does_not_encrypt_is_not_spoken_to_in_the_clear(server: ModelServer) -> None:
    failure = failed(ask(engine(server.address.replace("http:", "https:"))))
    assert failure.kind is FailureKind.RETRYABLE
    assert server.requests == []


def test_the_key_is_in_no_message(server: ModelServer) -> None:
    said = f"Incorrect API key provided: {KEY}, or sk-abcdefghijklmnopqrstuvwxyz123456"
    failure = failed(answer(server, Answer(status=401, error=said)))
    assert failure.detail == "401 Unauthorized: Incorrect API key provided: [redacted], or [redacted]"


@pytest.mark.parametrize(
    ("name", "part", "words", "note"),
    [
        ("anthropic", "effort", "This model does not support the effort parameter.", "effort high dropped: model-1"),
        ("anthropic", "thinking", "adaptive thinking is not supported on this model", "adaptive thinking dropped"),
        ("anthropic", "json_schema", "output_config.format: Extra inputs are not permitted", "reply schema dropped"),
        ("anthropic", "cache_control", "cache_control: Extra inputs are not permitted", ""),
        ("openai", "reasoning_effort", "Unsupported parameter: 'reasoning_effort'", "effort high dropped: model-1"),
        ("openai", "json_schema", "'response_format.type' must be 'text' or 'json_object'", "reply schema dropped"),
        ("openai", "response_format", "response_format is not supported", "reply schema dropped"),
        ("openai", "stream_options", "Unrecognized request argument supplied: stream_options", ""),
        ("openai", "max_completion_tokens", "Unrecognized request argument: max_completion_tokens", ""),
        ("openai", "temperature", "Unsupported value: 'temperature' does not support 0.3", "temperature 0.3 dropped"),
    ],
)
def test_what_a_model_does_not_take_is_dropped_once_and_remembered(
    server: ModelServer, name: str, part: str, words: str, note: str
) -> None:
    server.refuses = {"model-1": {part: words}}
    asked = engine(server.address, name)
    more: Any = {"temperature": 0.3} if part == "temperature" else {}
    reply = replied(ask(asked, **more))
    assert reply.text == PASS_TEXT
    assert [note in one for one in reply.notes] == ([True] if note else [])
    tries = len(server.requests)
    assert tries == (3 if part == "response_format" else 2)
    assert replied(ask(asked, **more)).notes == reply.notes
    assert len(server.requests) == tries + 1
    # Another model of the same server is asked for everything.
    replied(ask(asked, model="model-2", **more))
    assert len(server.requests) == tries + 2


def test_a_server_that_takes_almost_nothing_still_answers(server: ModelServer) -> None:
    parts = ("effort", "thinking", "json_schema", "cache_control", "strict")
    server.refuses = {"model-1": {part: f"{part}: Extra inputs are not permitted" for part in parts}}
    reply = replied(ask(engine(server.address), tools=(READ_FILE,)))
    assert len(reply.notes) == 3
    assert len(server.requests) == 1 + len(parts)


def test_a_complaint_that_is_never_satisfied_ends(server: ModelServer) -> None:
    server.script["doc-review"] = (
        Answer(status=400, error="thinking, effort, output_config, cache_control, max_tokens"),
    )
    assert failed(ask(engine(server.address))).kind is FailureKind.FINAL
    assert len(server.requests) <= 8


def test_an_error_that_speaks_of_limits_in_the_answer_is_an_answer(server: ModelServer) -> None:
    text = '{"status": "pass", "issues": [], "summary": "429 rate_limit_error: insufficient_quota, overloaded_error"}'
    for name in NAMES:
        assert replied(answer(server, Answer(text=text), name=name)).text == text


@pytest.mark.parametrize("name", NAMES)
def test_calls_of_tools_that_were_not_offered_are_lost_findings_and_not_a_clean_answer(
    server: ModelServer, name: str
) -> None:
    failure = failed(answer(server, Answer(calls=(("report_issue", '{"line": '),)), name=name))
    assert failure.kind is FailureKind.MALFORMED
    assert "report_issue (its arguments are no JSON)" in failure.detail


def test_a_conversation_with_tools_goes_on_with_what_was_thought(server: ModelServer) -> None:
    server.script["doc-review"] = (
        Answer(text="", calls=(("read_file", '{"path": "b.py"}'), ("write_file", "["))),
        PASS,
    )
    asked = engine(server.address)
    first = replied(ask(asked, tools=(READ_FILE,)))
    assert first.tool_calls == (
        ToolCall("toolu_0", "read_file", '{"path": "b.py"}'),
        ToolCall("toolu_1", "write_file", "["),
    )
    assert first.notes == (
        "it called write_file, a tool that it was not offered",
        "a call of write_file could not be read: its arguments are no JSON",
    )
    called = Message("assistant", first.text, calls=first.tool_calls)
    results = tuple(Message("tool", "b = 2", call=call.id) for call in first.tool_calls)
    assert replied(ask(asked, *MESSAGES, called, *results, tools=(READ_FILE,))).text == PASS_TEXT
    sent = server.requests[-1].body["messages"]
    assert [block["type"] for block in sent[1]["content"]] == ["thinking", "tool_use", "tool_use"]
    assert sent[1]["content"][0] == {"type": "thinking", "thinking": "I need to read.", "signature": "c2lnbmVk"}
    assert [block["tool_use_id"] for block in sent[2]["content"]] == ["toolu_0", "toolu_1"]


@pytest.mark.parametrize("name", NAMES)
def test_a_conversation_of_many_turns_is_taken_by_the_server_and_read_from_its_cache(
    server: ModelServer, name: str
) -> None:
    """Text beside calls, several results in one turn, a reminder behind an answer without calls."""
    reads = tuple(("read_file", json.dumps({"path": f"{number}.py"})) for number in range(3))
    server.script["doc-review"] = (
        Answer(text="I look at two.", calls=reads[:2]),
        Answer(text="", calls=reads[2:]),
        Answer(text="I am done."),
        PASS,
    )
    asked = engine(server.address, name)
    talk: tuple[Message, ...] = (MESSAGES[0], Message("user", "The change. " * 1000, cache=True), LENS)
    usages = []
    for _ in range(4):
        reply = replied(ask(asked, *talk, tools=(READ_FILE,), schema="", max_tokens=900, temperature=0.2))
        usages.append(reply.usage)
        results = tuple(Message("tool", "b = 2\n" * 900, call=call.id) for call in reply.tool_calls)
        more = results or (Message("user", "Finish."),)
        talk = (*talk, Message("assistant", reply.text, calls=reply.tool_calls), *more)
    assert reply.text == PASS_TEXT
    last = server.requests[-1].body
    roles = [message["role"] for message in last["messages"] if message["role"] != "system"]
    if name == "anthropic":
        assert roles == ["user", "assistant", "user", "assistant", "user", "assistant", "user"]
    else:
        assert roles == ["user", "assistant", "tool", "tool", "assistant", "tool", "assistant", "user"]
    assert {one.body.get("temperature") for one in server.requests} == {None if name == "anthropic" else 0.2}
    assert not any("response_format" in one.body for one in server.requests)
    # Each turn reads what the one before has sent.
    assert all(later.cached_read >= earlier.cached_read + earlier.cached_write for earlier, later in pairwise(usages))
    assert usages[-1].cached_read > 5000


def test_a_temperature_is_sent_once_thinking_is_refused_and_dropped_when_it_is_refused_too(
    server: ModelServer,
) -> None:
    server.refuses = {"model-1": {"thinking": "adaptive thinking is not supported on this model"}}
    asked = engine(server.address)
    assert "adaptive thinking dropped" in replied(ask(asked, temperature=0.1)).notes[0]
    assert server.requests[-1].body["temperature"] == 0.1
    server.refuses = {"model-1": {"temperature": "`temperature` is deprecated for this model."}}
    notes = replied(ask(asked, temperature=0.1)).notes
    assert "temperature 0.1 dropped: model-1 does not take it" in notes
    assert "temperature" not in server.requests[-1].body


def test_a_prefix_is_read_by_the_second_and_written_by_the_first(server: ModelServer) -> None:
    shared = Message("user", "The change. " * 1000, cache=True)
    asked = engine(server.address)
    first, second = (
        replied(ask(asked, MESSAGES[0], shared, Message("user", f"# Your lens: {lens}-review"))).usage
        for lens in ("doc", "naming")
    )
    assert (first.cached_read, second.cached_write) == (0, 0)
    assert first.cached_write == second.cached_read > 2900


def test_calls_at_the_same_time_do_not_disturb_each_other(server: ModelServer) -> None:
    asked = engine(server.address)
    replies: list[Turn] = []

    async def one(number: int) -> None:
        replies.append(await asked.turn(request(MESSAGES[0], Message("user", f"# Your lens: l{number}-review"))))

    async def main() -> None:
        async with anyio.create_task_group() as group:
            for number in range(20):
                group.start_soon(one, number)

    anyio.run(main)
    assert len([turn for turn in replies if isinstance(turn, Reply)]) == 20


def test_a_call_that_is_cancelled_leaves_nothing_behind(server: ModelServer) -> None:
    server.script["doc-review"] = (Answer(cut=2, hang=True),)
    asked = engine(server.address)

    async def main() -> bool:
        with anyio.move_on_after(0.3) as scope:
            await asked.turn(request())
        return scope.cancelled_caught

    assert anyio.run(main)
    assert threading.active_count() < 50


def test_text_that_is_no_unicode_is_sent_as_a_question_mark(server: ModelServer) -> None:
    replied(ask(engine(server.address), *MESSAGES, Message("user", "a name: \udcff.py")))
    assert "a name: ?.py" in server.requests[0].said


def test_what_failed_is_priced_as_far_as_it_is_known(server: ModelServer) -> None:
    cut = failed(answer(server, Answer(stop="max_tokens")))
    assert cut.kind is FailureKind.CUT
    assert cut.usage.output > 0
    assert failed(answer(server, Answer(status=500))).usage == Usage()
