"""Reading what an engine answered: each shape a reply can have gets a name, and none of them is mended.

A reply that is almost JSON is a failure with a reason. Mending it would be guessing what a reviewer meant.
"""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.values.outcome import ReplyShape

MAX_REPLY_CHARS = 4_000_000

_FENCE = re.compile(r"^[ \t]{0,8}(?P<mark>`{3,}|~{3,})[ \t]*(?P<language>[\w+.-]*)[^\n`]*$", re.MULTILINE)
# Where an answer can begin. Braces of prose and code, `{name}` or `{}`, do not look like this.
_OPENING = re.compile(r"\{\s*\"|\[\s*\{\s*\"")
_TOKEN = re.compile(r"\"(?:[^\"\\]|\\.)*+\"|\"|[{}\[\]]", re.DOTALL)
_JSON_LANGUAGES = frozenset({"", "json", "jsonc", "json5"})


@dataclass(frozen=True, slots=True)
class ReadReply:
    """What was found in a reply. `error` is empty exactly when `data` holds the parsed answer."""

    shape: ReplyShape
    data: object | None = None
    error: str = ""


class _AmbiguousError(ValueError):
    """The text is JSON, but two readers could see two different answers in it."""


def read_reply(text: str) -> ReadReply:
    """Reads a reply and names its shape; never raises.

    Tried in turn: the whole text (clean), the first fenced block (fenced), the first object or list of objects in the
    text (embedded). Numbers that JSON has no word for are not JSON; a key given twice is schema drift.
    """
    if len(text) > MAX_REPLY_CHARS:
        return ReadReply(ReplyShape.NOT_JSON, error=f"the reply has {len(text)} characters, {MAX_REPLY_CHARS} are read")
    body = text.removeprefix("\ufeff").strip()
    if not body:
        return ReadReply(ReplyShape.EMPTY, error="the reply is blank")
    whole = _parsed(body, ReplyShape.CLEAN)
    if whole.shape is not ReplyShape.NOT_JSON:
        return whole
    fenced = next(_fenced_blocks(body), None)
    if fenced is not None:
        block, rest = fenced
        answer = _parsed(block.strip(), ReplyShape.FENCED)
        if answer.shape is not ReplyShape.NOT_JSON:
            return _alone(answer, _without_foreign_code(rest))
    return _embedded(_without_foreign_code(body))


def _parsed(text: str, shape: ReplyShape) -> ReadReply:
    try:
        data = json.loads(
            text, parse_constant=_refuse_constant, parse_float=_finite_float, object_pairs_hook=_unique_keys
        )
    except _AmbiguousError as error:
        return ReadReply(ReplyShape.SCHEMA_DRIFT, error=str(error))
    except json.JSONDecodeError as error:
        return ReadReply(ReplyShape.NOT_JSON, error=f"the reply is not JSON: {_described(error)}")
    except RecursionError:
        return ReadReply(ReplyShape.NOT_JSON, error="the reply is nested too deeply to be read")
    except ValueError as error:  # a constant, an infinite number, or an integer of thousands of digits
        return ReadReply(ReplyShape.NOT_JSON, error=f"the reply is not JSON: {str(error)[:200]}")
    return ReadReply(shape, data)


def _described(error: json.JSONDecodeError) -> str:
    place = f"{error.msg} at line {error.lineno} column {error.colno}"
    before = error.doc[: error.pos].rstrip()
    here = error.doc[error.pos : error.pos + 1]
    return f"{place}, after a trailing comma" if before.endswith(",") and here in {"}", "]"} else place


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON value")


def _finite_float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]} is too large for a number")
    return number


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise _AmbiguousError(f"the key {name[:60]!r} is given twice in one object")
        found[name] = value
    return found


def _fenced_blocks(text: str) -> Iterator[tuple[str, str]]:
    """Bodies of fenced blocks that may hold JSON, each with the text around the block. Raw line breaks cannot stand
    inside a JSON string, so a fence on a line of its own is never part of an answer."""
    for language, start, end, before, after in _fences(text):
        if language in _JSON_LANGUAGES and text[start:end].lstrip()[:1] in {"{", "["}:
            yield text[start:end], text[:before] + text[after:]


def _fences(text: str) -> Iterator[tuple[str, int, int, int, int]]:
    """Language, start and end of the body, start and end of the whole block; a fence left open is no block."""
    opening: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        if opening is None:
            opening = match
        elif match["mark"].startswith(opening["mark"]) and not match["language"]:
            yield opening["language"].lower(), opening.end(), match.start(), opening.start(), match.end()
            opening = None


def _without_foreign_code(text: str) -> str:
    """Quoted source code may hold braces that look like an answer, so blocks in another language are blanked."""
    pieces: list[str] = []
    last = 0
    for language, _, _, start, end in _fences(text):
        if language not in _JSON_LANGUAGES:
            pieces.append(text[last:start])
            last = end
    return "".join([*pieces, text[last:]])


def _embedded(text: str) -> ReadReply:
    opening = _OPENING.search(text)
    if opening is None:
        return ReadReply(ReplyShape.NOT_JSON, error="the reply holds no JSON object")
    end = _balanced_end(text, opening.start())
    if end is None:
        return ReadReply(ReplyShape.TRUNCATED, error="the reply ends before its JSON object is closed")
    return _alone(_parsed(text[opening.start() : end], ReplyShape.EMBEDDED), text[end:])


def _alone(answer: ReadReply, rest: str) -> ReadReply:
    """`answer`, unless `rest` holds another one: a draft that passes before a verdict that fails must not decide."""
    opening = _OPENING.search(rest)
    if answer.error or opening is None:
        return answer
    end = _balanced_end(rest, opening.start())
    if end is None:
        return ReadReply(ReplyShape.TRUNCATED, error="a second JSON value begins after the first and is never closed")
    second = _parsed(rest[opening.start() : end], answer.shape)
    if second.error or second.data != answer.data:
        return ReadReply(ReplyShape.SCHEMA_DRIFT, error="the reply holds more than one JSON value: send exactly one")
    return _alone(answer, rest[end:])


def _balanced_end(text: str, start: int) -> int | None:
    """Where the value that opens at `start` is closed; brackets inside strings do not count. None when it never is."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        mark = token[0]
        if mark == '"':
            return None
        if mark in {"{", "["}:
            depth += 1
        elif mark in {"}", "]"}:
            depth -= 1
            if depth == 0:
                return token.end()
    return None
