"""What is sent: breakpoints, effort, schema and tools in each dialect, and what is left out once it was refused."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from orchestrator.values.turn import Message, ToolCall, ToolDefinition
from tests.support.wire import LENS, MESSAGES, READ_FILE, dialect, request

CALL = ToolCall("toolu_1", "read_file", '{"path": "b.py"}')
TALK = (*MESSAGES, Message("assistant", "", calls=(CALL,)), Message("tool", "b = 2", call="toolu_1"))


def body(name: str, *messages: Message, refused: frozenset[str] = frozenset(), **changes: Any) -> Any:
    return dialect(name).draft(request(*messages, **changes), refused).body


def marked(sent: Any) -> Iterator[str]:
    for message in sent["messages"]:
        for block in message["content"]:
            if "cache_control" in block:
                yield block.get("text") or block["type"]


def test_anthropic_sends_shared_parts_with_breakpoints_and_the_own_part_last() -> None:
    sent = body("anthropic")
    assert sent["system"] == [{"type": "text", "text": "The contract."}]
    (message,) = sent["messages"]
    assert message["role"] == "user"
    assert [block["text"] for block in message["content"]] == ["The change.", LENS.content]
    assert list(marked(sent)) == ["The change."]
    assert sent["thinking"] == {"type": "adaptive"}
    assert sent["output_config"]["effort"] == "high"
    assert sent["output_config"]["format"]["schema"]["additionalProperties"] is False
    assert sent["stream"] is True
    assert "tools" not in sent


def test_four_breakpoints_are_sent_at_most_and_the_last_ones_are_kept() -> None:
    parts = [Message("user", f"part {number}", cache=True) for number in range(6)]
    assert list(marked(body("anthropic", *parts, LENS))) == ["part 2", "part 3", "part 4", "part 5"]
    # Whoever has called tools is likely to be asked again with all that was said in front.
    with_tools = body("anthropic", *parts, LENS, tools=(READ_FILE,))
    assert list(marked(with_tools)) == ["part 2", "part 3", "part 4", "part 5"]
    talk = body("anthropic", *parts, *TALK[2:], tools=(READ_FILE,))
    assert list(marked(talk)) == ["part 3", "part 4", "part 5", "tool_result"]
    assert list(marked(body("anthropic", *parts, *TALK[2:]))) == ["part 2", "part 3", "part 4", "part 5"]


def test_anthropic_sends_tool_calls_and_their_results() -> None:
    sent = body("anthropic", *TALK, tools=(READ_FILE,))
    assert [message["role"] for message in sent["messages"]] == ["user", "assistant", "user"]
    assert sent["messages"][1]["content"] == [
        {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "b.py"}}
    ]
    (result,) = sent["messages"][2]["content"]
    assert (result["type"], result["tool_use_id"], result["content"]) == ("tool_result", "toolu_1", "b = 2")
    (tool,) = sent["tools"]
    assert tool["strict"] is True
    assert tool["input_schema"] == {
        "type": "object",
        "properties": {"path": {"type": "string", "description": "Which file."}, "start": {"type": "integer"}},
        "required": ["path"],
        "additionalProperties": False,
    }
    # When no more may be called, what was called must still be named, or the conversation is refused.
    closing = body("anthropic", *TALK)
    assert closing["tools"] == [{"name": "read_file", "input_schema": {"type": "object"}}]
    assert closing["tool_choice"] == {"type": "none"}


def test_a_tool_with_open_arguments_is_offered_without_being_enforced() -> None:
    free = ToolDefinition("mcp__x__ask", "Asks.", '{"type": "object"}')
    first, second = body("anthropic", tools=(READ_FILE, free))["tools"]
    assert first["strict"] is True
    assert second == {"name": "mcp__x__ask", "description": "Asks.", "input_schema": {"type": "object"}}


def test_a_call_that_was_no_json_is_sent_back_as_an_empty_one() -> None:
    broken = (
        *MESSAGES,
        Message("assistant", "", calls=(ToolCall("t", "read_file", "{"),)),
        Message("tool", "", call="t"),
    )
    sent = body("anthropic", *broken)
    assert sent["messages"][1]["content"][0]["input"] == {}
    assert sent["messages"][2]["content"][0]["content"] == "(empty)"


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_tools_without_a_reply_schema_leave_the_answer_its_form(name: str) -> None:
    sent = body(name, *TALK, tools=(READ_FILE,), schema="")
    assert not {"response_format", "output_config"} & body(name, *TALK, tools=(READ_FILE,), schema="", effort="").keys()
    assert "response_format" not in sent
    assert "json_schema" not in json.dumps(sent)


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_a_request_bounds_its_own_answer(name: str) -> None:
    key = "max_tokens" if name == "anthropic" else "max_completion_tokens"
    assert body(name, max_tokens=500)[key] == 500
    assert body(name, max_tokens=50_000)[key] == 50_000
    assert body(name)[key] == 32_000
    less = frozenset({"max_tokens", "max_completion_tokens"})
    if name == "anthropic":
        assert body(name, max_tokens=50_000, refused=less)[key] == 8_000
        assert body(name, max_tokens=500, refused=less)[key] == 500
    else:
        assert key not in body(name, max_tokens=500, refused=less)


def test_a_temperature_is_sent_where_it_is_given_and_nobody_thinks() -> None:
    assert body("openai", temperature=0.0)["temperature"] == 0.0
    assert "temperature" not in body("openai")
    refused = dialect("openai").draft(request(temperature=0.1), frozenset({"temperature"}))
    assert "temperature" not in refused.body
    assert refused.notes == ("temperature 0.1 dropped: model-1 does not take it",)
    thinking = dialect("anthropic").draft(request(temperature=0.1), frozenset())
    assert "temperature" not in thinking.body
    assert thinking.notes == ()
    assert body("anthropic", temperature=0.1, refused=frozenset({"thinking"}))["temperature"] == 0.1


def test_a_growing_conversation_has_breakpoints_where_it_was_read_before_and_where_it_will_be() -> None:
    def turn(number: int, *calls: str) -> tuple[Message, ...]:
        asked = tuple(ToolCall(f"t{number}{one}", "read_file", "{}") for one in calls)
        return (
            Message("assistant", f"thought {number}", calls=asked),
            *(Message("tool", f"result {call.id}", call=call.id) for call in asked),
        )

    shared = (MESSAGES[0], Message("user", "one", cache=True), Message("user", "two", cache=True), LENS)
    talk = (*shared, *turn(1, "a", "b"), *turn(2, "a"), *turn(3, "a", "b"))
    sent = body("anthropic", *talk, tools=(READ_FILE,))
    results = [message["content"] for message in sent["messages"] if message["role"] == "user"]
    assert [["cache_control" in block for block in content] for content in results] == [
        [True, True, False],
        [False, False],
        [True],
        [False, True],
    ]
    assert [block["type"] for block in sent["messages"][1]["content"]] == ["text", "tool_use", "tool_use"]
    # What was marked at one turn is marked again at the next, at the very same place.
    before = body("anthropic", *talk[:-3], tools=(READ_FILE,))
    assert "cache_control" in before["messages"][-1]["content"][-1]
    assert before["messages"][-1]["content"] == results[2]
    # A reminder behind the results belongs to the same turn of the conversation.
    reminded = body("anthropic", *talk, Message("user", "Finish."), tools=(READ_FILE,))
    assert reminded["messages"][-1]["content"][-1] == {
        "type": "text",
        "text": "Finish.",
        "cache_control": {"type": "ephemeral"},
    }


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_an_empty_answer_is_not_sent_back_when_it_is_asked_again(name: str) -> None:
    sent = body(name, *MESSAGES, Message("assistant", " \n"), Message("user", "Answer again."))
    said = [message for message in sent["messages"] if message["role"] != "system"]
    assert [message["role"] for message in said] == ["user"]
    assert "Answer again." in json.dumps(said)
    full = body(name, *MESSAGES, Message("assistant", "hm"), Message("user", "Answer again."))
    assert [message["role"] for message in full["messages"]][-3:] == ["user", "assistant", "user"]


def test_openai_sends_one_text_per_turn() -> None:
    sent = body("openai")
    assert sent["messages"] == [
        {"role": "system", "content": "The contract."},
        {"role": "user", "content": f"The change.\n\n{LENS.content}"},
    ]
    assert sent["reasoning_effort"] == "high"
    assert sent["max_completion_tokens"] == 32_000
    assert sent["stream_options"] == {"include_usage": True}
    schema = sent["response_format"]["json_schema"]
    assert (schema["strict"], schema["schema"]["additionalProperties"]) == (True, False)


def test_openai_sends_tool_calls_and_their_results() -> None:
    sent = body("openai", *TALK, tools=(READ_FILE,))
    call = {"id": "toolu_1", "type": "function", "function": {"name": "read_file", "arguments": CALL.arguments}}
    assert sent["messages"][-2:] == [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "toolu_1", "content": "b = 2"},
    ]
    assert [tool["function"]["name"] for tool in sent["tools"]] == ["read_file"]
    assert "tools" not in body("openai", *TALK)


def test_openai_leaves_out_an_effort_that_it_does_not_offer_and_says_so() -> None:
    draft = dialect("openai").draft(request(effort="max"), frozenset())
    assert "reasoning_effort" not in draft.body
    assert draft.notes == ("effort max dropped: openai offers low, medium, high",)


@pytest.mark.parametrize(
    ("name", "refused", "gone"),
    [
        ("anthropic", "thinking", "thinking"),
        ("anthropic", "cache_control", "cache_control"),
        ("anthropic", "effort high", '"effort"'),
        ("anthropic", "format", "json_schema"),
        ("anthropic", "strict", '"strict"'),
        ("openai", "effort high", "reasoning_effort"),
        ("openai", "stream_options", "stream_options"),
        ("openai", "max_completion_tokens", "max_completion_tokens"),
        ("openai", "json_schema", "json_schema"),
        ("openai", "tools", '"tools"'),
        ("openai", "temperature", '"temperature"'),
    ],
)
def test_what_was_refused_is_left_out(name: str, refused: str, gone: str) -> None:
    asked = request(tools=(READ_FILE,), temperature=0.1)
    before, after = (dialect(name).draft(asked, names) for names in (frozenset[str](), frozenset({refused})))
    assert gone in json.dumps(before.body)
    assert gone not in json.dumps(after.body)
    assert refused in {feature.name for feature in before.features}
    assert refused not in {feature.name for feature in after.features}


def test_a_bound_on_the_answer_takes_its_old_name_and_then_none() -> None:
    first = body("openai", refused=frozenset({"max_completion_tokens"}))
    assert first["max_tokens"] == 32_000
    second = body("openai", refused=frozenset({"max_completion_tokens", "max_tokens"}))
    assert not {"max_tokens", "max_completion_tokens"} & second.keys()
    assert body("openai", refused=frozenset({"json_schema"}))["response_format"] == {"type": "json_object"}
    assert "response_format" not in body("openai", refused=frozenset({"json_schema", "json_object"}))
    assert body("anthropic", refused=frozenset({"max_tokens"}))["max_tokens"] == 8_000
    free = dialect("openai", max_tokens=0).draft(request(), frozenset()).body
    assert not {"max_tokens", "max_completion_tokens"} & free.keys()
