"""A model server on the loopback interface: both wire formats, scripted by lens, with everything that goes wrong in the field."""

import json
import re
import socket
import ssl
import struct
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from tests.support.model_cache import PrefixCache, Tokens, breakpoints, steps
from tests.support.model_wire import CHAT, MESSAGES, PASS, RESPONSES, Answer, complaint, error_body, events

DEFAULT = "default"
_LENS = re.compile(r"^# Your lens: (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Recorded:
    """One request as it came in. `number` counts the calls of its lens from 1."""

    path: str
    target: str
    headers: Mapping[str, str]
    body: Any
    lens: str
    number: int
    tokens: Tokens

    @property
    def model(self) -> str:
        """The model that was asked."""
        return str(self.body.get("model", ""))

    @property
    def said(self) -> str:
        """Everything the conversation holds, in one text."""
        return "\n".join(_texts({"system": self.body.get("system"), "rest": self.body.get("messages")}))


@dataclass
class ModelServer:
    """`script` maps a lens to its answers, the n-th call taking the n-th and later ones the last; `default` is for the
    rest, and without one they pass. `refuses` maps a model to parts of a request that it complains about, in which
    words. `first_byte` and `latency` are seconds until an answer begins and until it is whole, `intervene` may answer
    in place of the script. With `tls` it speaks https.
    """

    script: dict[str, tuple[Answer, ...]] = field(default_factory=dict)
    refuses: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    first_byte: float = 0.0
    latency: float = 0.0
    cache: PrefixCache = field(default_factory=PrefixCache)
    intervene: Callable[[Recorded], Answer | None] = lambda _: None
    requests: list[Recorded] = field(default_factory=list)
    address: str = ""
    tls: ssl.SSLContext | None = None
    closing: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, lens: str) -> list[Recorded]:
        """The requests of one lens."""
        return [one for one in self.requests if one.lens == lens]

    def receive(self, path: str, target: str, headers: Mapping[str, str], body: Any) -> tuple[Recorded, Answer]:
        """Notes a request and chooses its answer."""
        lens = _lens_of(body)
        marks, total = _marks(path, body)
        with self._lock:
            number = 1 + sum(one.lens == lens for one in self.requests)
            tokens = self.cache.look_up(str(body.get("model")), marks, total, writes=path == MESSAGES)
            recorded = Recorded(path, target, headers, body, lens, number, tokens)
            self.requests.append(recorded)
        entries = self.script.get(lens) or self.script.get(DEFAULT) or (PASS,)
        refused = complaint(path, body, self.refuses.get(recorded.model, {}))
        return recorded, refused or self.intervene(recorded) or entries[min(number, len(entries)) - 1]

    def begun(self, recorded: Recorded) -> None:
        """The answer to this request begins."""
        self.cache.begin(recorded.model, _marks(recorded.path, recorded.body)[0])

    def pause(self, seconds: float) -> None:
        """Waits, but not longer than the server lives."""
        if seconds > 0:
            self.closing.wait(seconds)


@contextmanager
def model_server(**settings: Any) -> Iterator[ModelServer]:
    """A running server (see `ModelServer`); its `address` has no path."""
    server = ModelServer(**settings)
    handler = type("Handler", (_Handler,), {"model": server})
    http = _Http(("127.0.0.1", 0), handler)
    if server.tls:
        http.socket = server.tls.wrap_socket(http.socket, server_side=True)
    server.address = f"http{'s' if server.tls else ''}://127.0.0.1:{http.server_address[1]}"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        http.shutdown()
        http.server_close()
        thread.join()


def unused_address() -> str:
    """An address on this machine where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no fault of the server."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(BaseHTTPRequestHandler):
    """One connection. Requests to a proxy are answered as the server they are meant for would."""

    protocol_version = "HTTP/1.1"
    model: ModelServer

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the base class's
        """Says nothing."""

    def do_GET(self) -> None:
        """Nothing is here to get."""
        self._whole(404, b"{}", "application/json", {})

    def do_POST(self) -> None:
        """One call."""
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        path = urlsplit(self.path).path
        if path not in {MESSAGES, CHAT, RESPONSES}:
            self._whole(404, b"<html>no such page</html>", "text/html", {})
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        recorded, answer = self.model.receive(path, self.path, headers, json.loads(raw))
        # The client is free to go at any time.
        with suppress(BrokenPipeError, ConnectionResetError):
            self._answer(recorded, answer)

    def _answer(self, recorded: Recorded, answer: Answer) -> None:
        self.model.pause(answer.first_byte or self.model.first_byte)
        if answer.reset:
            self._reset()
        elif answer.status != 200:
            self._whole(answer.status, error_body(recorded.path, answer), "application/json", answer.headers)
        elif answer.raw is not None:
            self._whole(200, answer.raw, answer.content_type, answer.headers)
        else:
            self._stream(recorded, answer)

    def _stream(self, recorded: Recorded, answer: Answer) -> None:
        self.send_response(200)
        for name, value in {
            "content-type": answer.content_type,
            "transfer-encoding": "chunked",
            **answer.headers,
        }.items():
            self.send_header(name, value)
        self.end_headers()
        for number, event in enumerate(events(recorded.path, answer, recorded.model, recorded.tokens)):
            if number == answer.cut:
                break
            self._chunk(event)
            if number == 0:
                self.model.begun(recorded)
                self.model.pause(self.model.latency - self.model.first_byte)
            self.model.pause(answer.drip)
        if answer.hang:
            self.model.closing.wait()
        if answer.torn:
            self._reset()
            return
        if answer.tail:
            self._chunk(answer.tail)
        self.wfile.write(b"0\r\n\r\n")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _whole(self, status: int, body: bytes, content_type: str, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {"content-type": content_type, "content-length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()


def _lens_of(body: Any) -> str:
    found = [name for text in _texts(body.get("messages") or body.get("input") or []) for name in _LENS.findall(text)]
    return found[-1] if found else ""


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _marks(path: str, body: Any) -> tuple[list[tuple[str, int]], int]:
    if path == MESSAGES:
        return breakpoints(body)
    if path == CHAT:
        return steps(body["messages"])
    return [], sum(map(len, _texts(body.get("input", [])))) // 4
