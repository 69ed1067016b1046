"""The wire formats as a server writes them: events of an answer, error objects, and what a request must not hold."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tests.support.model_cache import Tokens

PASS_TEXT = json.dumps({"status": "pass", "issues": [], "summary": "Nothing found."})
MESSAGES, CHAT, RESPONSES = "/v1/messages", "/v1/chat/completions", "/v1/responses"


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One scripted answer. `pieces` is how many events the text is sent in.

    `status`, `kind`, `code`, `param` and `error` make it an error; with status 200 the error comes inside the stream.
    `stop` is the reason for the end where it is not the usual one, `calls` are tools it calls, with their arguments.
    Seconds: `first_byte` before anything is sent, `drip` between events. After `cut` events the body ends as if it were
    whole; `torn` closes the connection instead, `hang` keeps it open. `reset` closes it before the first byte. `raw` is
    sent in place of events, `tail` behind them.
    """

    text: str = PASS_TEXT
    pieces: int = 3
    calls: tuple[tuple[str, str], ...] = ()
    stop: str = ""
    status: int = 200
    kind: str = ""
    code: str | None = None
    param: str | None = None
    error: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "text/event-stream"
    first_byte: float = 0.0
    drip: float = 0.0
    cut: int | None = None
    torn: bool = False
    hang: bool = False
    reset: bool = False
    raw: bytes | None = None
    tail: bytes = b""


PASS = Answer()


def error_body(path: str, answer: Answer) -> bytes:
    """The error object of `answer` in the manner of the endpoint."""
    if path == MESSAGES:
        inner = {"type": answer.kind or "invalid_request_error", "message": answer.error}
        return json.dumps({"type": "error", "error": inner}).encode()
    told = {"message": answer.error, "type": answer.kind, "param": answer.param, "code": answer.code}
    return json.dumps({"error": told}).encode()


def events(path: str, answer: Answer, model: str, tokens: Tokens) -> Iterator[bytes]:
    """The events of `answer`, the final one included."""
    writers = {MESSAGES: _messages, CHAT: _chat, RESPONSES: _responses}
    for name, data in writers[path](answer, model, tokens):
        line = data if isinstance(data, str) else json.dumps(data)
        yield (f"event: {name}\n" if name else "").encode() + f"data: {line}\n\n".encode()


def _pieces(answer: Answer) -> list[str]:
    width = max(1, -(-len(answer.text) // answer.pieces))
    return [answer.text[start : start + width] for start in range(0, len(answer.text), width)]


def _messages(answer: Answer, model: str, tokens: Tokens) -> Iterator[tuple[str, Any]]:
    usage = {
        "input_tokens": tokens.fresh,
        "cache_creation_input_tokens": tokens.written,
        "cache_read_input_tokens": tokens.read,
        "output_tokens": 1,
    }

    def event(kind: str, **rest: Any) -> tuple[str, Any]:
        return kind, {"type": kind, **rest}

    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": [], "usage": usage}
    yield event("message_start", message=message)
    yield event("ping")
    if answer.kind:
        yield event("error", error={"type": answer.kind, "message": answer.error})
        return
    blocks: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []
    if answer.calls:
        thought = [{"type": "thinking_delta", "thinking": "I need to read."}]
        thought.append({"type": "signature_delta", "signature": "c2lnbmVk"})
        blocks.append(({"type": "thinking", "thinking": "", "signature": ""}, thought))
    if answer.text:
        blocks.append(
            ({"type": "text", "text": ""}, [{"type": "text_delta", "text": piece} for piece in _pieces(answer)])
        )
    for number, (name, arguments) in enumerate(answer.calls):
        start = {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": {}}
        halves = (arguments[: len(arguments) // 2], arguments[len(arguments) // 2 :])
        blocks.append((start, [{"type": "input_json_delta", "partial_json": half} for half in halves]))
    for index, (start, deltas) in enumerate(blocks):
        yield event("content_block_start", index=index, content_block=start)
        for delta in deltas:
            yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
    stop = answer.stop or ("tool_use" if answer.calls else "end_turn")
    yield event("message_delta", delta={"stop_reason": stop}, usage={"output_tokens": len(answer.text) // 4 + 1})
    yield event("message_stop")


def _chat(answer: Answer, model: str, tokens: Tokens) -> Iterator[tuple[str, Any]]:
    def chunk(delta: Mapping[str, Any], stop: str | None = None) -> tuple[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": stop}
        return "", {"id": "c", "object": "chat.completion.chunk", "model": model, "choices": [choice]}

    yield chunk({"role": "assistant", "content": ""})
    if answer.kind:
        told = {"message": answer.error, "type": answer.kind, "code": answer.code}
        yield "", {"error": told}
        return
    for piece in _pieces(answer):
        yield chunk({"content": piece})
    for number, (name, arguments) in enumerate(answer.calls):
        function = {"name": name, "arguments": ""}
        yield chunk({"tool_calls": [{"index": number, "id": f"call_{number}", "function": function}]})
        yield chunk({"tool_calls": [{"index": number, "function": {"arguments": arguments}}]})
    yield chunk({}, answer.stop or ("tool_calls" if answer.calls else "stop"))
    usage = {
        "prompt_tokens": tokens.fresh + tokens.read,
        "prompt_tokens_details": {"cached_tokens": tokens.read},
        "completion_tokens": len(answer.text) // 4 + 1,
    }
    yield "", {"id": "c", "model": model, "choices": [], "usage": usage}
    yield "", "[DONE]"


def _responses(answer: Answer, model: str, tokens: Tokens) -> Iterator[tuple[str, Any]]:
    def event(kind: str, **rest: Any) -> tuple[str, Any]:
        return kind, {"type": kind, **rest}

    yield event("response.created", response={"id": "resp_1", "model": model})
    said = {"type": "output_text", "text": answer.text, "annotations": []}
    message = {"type": "message", "id": "item_1", "role": "assistant", "status": "completed", "content": [said]}
    items: list[dict[str, Any]] = [
        {
            "type": "function_call",
            "id": f"call_item_{place}",
            "call_id": f"call_{place}",
            "name": name,
            "arguments": given,
        }
        for place, (name, given) in enumerate(answer.calls)
    ]
    items += [message] if answer.text or not items else []
    for place, item in enumerate(items):
        yield event("response.output_item.done", output_index=place, item=item)
    usage = {
        "input_tokens": tokens.fresh + tokens.read,
        "input_tokens_details": {"cached_tokens": tokens.read},
        "output_tokens": len(answer.text) // 4 + 1,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": tokens.fresh + tokens.read + len(answer.text) // 4 + 1,
    }
    yield event("response.completed", response={"id": "resp_1", "model": model, "output": items, "usage": usage})


def complaint(path: str, body: Mapping[str, Any], refuses: Mapping[str, str]) -> Answer | None:
    """The refusal of a request that the vendor would not take, or that holds a part named in `refuses`."""
    broken = {MESSAGES: _broken, CHAT: _broken_chat}.get(path, lambda _: "")(body)
    if broken:
        return Answer(status=400, error=broken)
    for part, words in refuses.items():
        if _holds(body, part):
            return Answer(status=400, kind="invalid_request_error", param=part, error=words)
    return None


def _holds(body: Mapping[str, Any], part: str) -> bool:
    """True when `body` has a member of that name anywhere outside of what is said, or such a value of `type`."""
    return any(
        part in value or value.get("type") == part
        for name, top in body.items()
        if name not in {"messages", "system"} or part == "cache_control"
        for value in _mappings({name: top})
    )


def _mappings(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _mappings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _mappings(inner)


def _broken(body: Mapping[str, Any]) -> str:
    marked = sum("cache_control" in value for value in _mappings(dict(body)))
    if marked > 4:
        return f"A maximum of 4 blocks with cache_control may be provided. Found {marked}."
    for value in _mappings({"messages": body["messages"], "system": body.get("system", [])}):
        if value.get("type") == "text" and not str(value["text"]).strip():
            return "messages: text content blocks must contain non-whitespace text"
    schema = body.get("output_config", {}).get("format", {}).get("schema", {})
    if any(value.get("type") == "object" and "additionalProperties" not in value for value in _mappings(schema)):
        return "output_config.format.schema: 'additionalProperties' must be false"
    if "thinking" in body and "temperature" in body:
        return "`temperature` may only be set to 1 when thinking is enabled"
    roles = [message["role"] for message in body["messages"]]
    if any(first == second for first, second in pairwise(roles)):
        return "messages: roles must alternate"
    return _unanswered(body["messages"])


def _unanswered(messages: list[Mapping[str, Any]]) -> str:
    """Every call has its result at the head of the next message, and nothing else has one."""
    asked: list[str] = []
    for message in messages:
        blocks = [block for block in message["content"] if isinstance(block, dict)]
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        if results != asked or any(block["type"] == "tool_result" for block in blocks[len(results) :]):
            return "messages: `tool_use` ids were found without `tool_result` blocks immediately after"
        asked = [block["id"] for block in blocks if block["type"] == "tool_use"]
    return "messages: the last calls have no results" if asked else ""


def _broken_chat(body: Mapping[str, Any]) -> str:
    """Every call is answered by a message of its own right behind the one that made it."""
    asked: list[str] = []
    for message in body["messages"]:
        if message["role"] == "tool":
            if not asked or message["tool_call_id"] != asked.pop(0):
                return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'"
        elif asked:
            return "an assistant message with 'tool_calls' must be followed by tool messages"
        else:
            asked = [call["id"] for call in message.get("tool_calls") or ()]
    return "an assistant message with 'tool_calls' must be followed by tool messages" if asked else ""
