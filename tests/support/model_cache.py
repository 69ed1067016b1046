"""How providers keep prefixes, as far as a test needs it: per model, from the moment the first answer has begun."""

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

CHARS_PER_TOKEN = 4
STEP = 128
"""Tokens in which providers without breakpoints count a kept prefix."""


@dataclass(frozen=True)
class Tokens:
    """What a request takes: read afresh, read from the cache, written to it."""

    fresh: int = 0
    read: int = 0
    written: int = 0

    @property
    def paid(self) -> float:
        """In units of a fresh token."""
        return self.fresh + 0.1 * self.read + 1.25 * self.written


@dataclass
class PrefixCache:
    """`minimum` tokens are the smallest prefix that is kept. What is kept is readable once `begin` was called."""

    minimum: int = 1024
    _kept: set[tuple[str, str]] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def look_up(self, model: str, marks: list[tuple[str, int]], total: int, *, writes: bool) -> Tokens:
        """What a request with these marks (digest and tokens in front of each) takes."""
        with self._lock:
            large = [(digest, size) for digest, size in marks if size >= self.minimum]
            read = max((size for digest, size in large if (model, digest) in self._kept), default=0)
        last = max((size for _, size in large), default=0) if writes else read
        written = max(0, last - read)
        return Tokens(total - read - written, read, written)

    def begin(self, model: str, marks: list[tuple[str, int]]) -> None:
        """The answer begins: from now on others may read the prefix."""
        with self._lock:
            self._kept |= {(model, digest) for digest, size in marks if size >= self.minimum}


def breakpoints(body: Mapping[str, Any]) -> tuple[list[tuple[str, int]], int]:
    """Digest and tokens of the exact prefix up to each breakpoint, tools first; and the tokens of everything."""
    digest, size, marks = hashlib.sha256(), 0, []
    for role, block in _blocks(body):
        plain = {key: value for key, value in block.items() if key != "cache_control"}
        text = f"{role}{json.dumps(plain, sort_keys=True)}"
        digest.update(text.encode())
        size += len(str(plain.get("text") or text))
        if "cache_control" in block:
            marks.append((digest.hexdigest(), size // CHARS_PER_TOKEN))
    return marks, size // CHARS_PER_TOKEN


def steps(messages: list[Mapping[str, Any]]) -> tuple[list[tuple[str, int]], int]:
    """Digest and tokens of every prefix of whole steps, for providers that keep what comes without being asked."""
    text = "".join(f"{one['role']}\n{one.get('content') or ''}{one.get('tool_calls') or ''}" for one in messages)
    width = STEP * CHARS_PER_TOKEN
    digest, marks = hashlib.sha256(), []
    for end in range(width, len(text) + 1, width):
        digest.update(text[end - width : end].encode("utf-8", "replace"))
        marks.append((digest.hexdigest(), end // CHARS_PER_TOKEN))
    return marks, len(text) // CHARS_PER_TOKEN


def _blocks(body: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield from (("tools", tool) for tool in body.get("tools", ()))
    system = body.get("system", ())
    yield from (("system", block) for block in ([{"text": system}] if isinstance(system, str) else system))
    for message in body["messages"]:
        content = message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        yield from ((message["role"], block) for block in parts)
