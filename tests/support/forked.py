"""Commands of the program started by forking one interpreter that has imported all of it: that takes most of a start.

Each command is still a process of its own, with its own streams, environment, folder and signals, and ends as an
interpreter ends.
"""

import json
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

_SERVER = Path(__file__).with_name("fork_server.py")


class Streams(NamedTuple):
    """Descriptors of standard input, output and error."""

    into: int
    out: int
    err: int


class Started:
    """A command that runs."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._answers = link.makefile("rb")
        said = self._answers.readline()
        if not said:
            raise RuntimeError("the server of commands has ended; what it printed says why")
        self.pid = int(said)
        self._code: int | None = None

    def poll(self) -> int | None:
        """The exit code, None while it runs."""
        return self._code if self._code is not None or not self._ended(0) else self.wait()

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, below 0 the signal that ended it. TimeoutError when it has not ended after `timeout` seconds."""
        if self._code is None:
            if not self._ended(timeout):
                raise TimeoutError
            self._code = int(self._answers.readline())
            self._answers.close()
            self._link.close()
        return self._code

    def kill(self) -> None:
        """Ends it at once."""
        os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def _ended(self, timeout: float | None) -> bool:
        return bool(select.select([self._link], [], [], timeout)[0])


@dataclass
class Forker:
    """Starts the server, which finds the program by the environment of the first command; `close` ends it."""

    _control: socket.socket | None = None
    _process: "subprocess.Popen[bytes] | None" = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def start(
        self, arguments: Sequence[str], streams: Streams, *, cwd: Path, env: Mapping[str, str], pace: float = 1
    ) -> Started:
        """Starts `python -m orchestrator <arguments>` with `streams`, which stay open here, in a session of its own.

        With a `pace` above 1 the command sleeps that much shorter, and its limits of time are as much shorter.
        """
        ours, theirs = socket.socketpair()
        with theirs, self._lock:
            socket.send_fds(self._server(env), [b"+"], [theirs.fileno(), *streams])
        ours.sendall(json.dumps([list(arguments), str(cwd), dict(env), pace]).encode() + b"\n")
        return Started(ours)

    def run(
        self,
        arguments: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        stdin: bytes,
        seconds: float,
        pace: float = 1,
    ) -> "subprocess.CompletedProcess[bytes]":
        """What `subprocess.run([python, "-m", "orchestrator", *arguments], capture_output=True, ...)` returns."""
        (into, feed), (out, put), (err, said) = os.pipe(), os.pipe(), os.pipe()
        try:
            started = self.start(arguments, Streams(into, put, said), cwd=cwd, env=env, pace=pace)
        finally:
            for descriptor in (into, put, said):
                os.close(descriptor)
        try:
            read = _communicate(Streams(feed, out, err), stdin, seconds)
        except TimeoutError as error:
            started.kill()
            raise subprocess.TimeoutExpired(list(arguments), seconds) from error
        return subprocess.CompletedProcess(list(arguments), started.wait(), *read)

    def close(self) -> None:
        """Ends the server."""
        if self._control is not None and self._process is not None:
            self._control.close()
            self._process.wait(timeout=10)
            self._control = self._process = None

    def _server(self, env: Mapping[str, str]) -> socket.socket:
        if self._control is None:
            self._control, theirs = socket.socketpair()
            with theirs, Path(os.devnull).open("r+b") as nothing:
                words = [sys.executable, str(_SERVER), str(theirs.fileno())]
                self._process = subprocess.Popen(
                    words, env=env, pass_fds=[theirs.fileno()], stdin=nothing, stdout=nothing
                )
        return self._control


def _communicate(pipes: Streams, stdin: bytes, seconds: float) -> tuple[bytes, bytes]:
    """Feeds `stdin` and reads both streams to their ends; TimeoutError after `seconds`. Closes the pipes."""
    threading.Thread(target=_feed, args=(pipes.into, stdin), daemon=True).start()
    deadline = time.monotonic() + seconds
    read: dict[int, list[bytes]] = {pipes.out: [], pipes.err: []}
    try:
        with selectors.DefaultSelector() as waiting:
            for stream in read:
                waiting.register(stream, selectors.EVENT_READ)
            while waiting.get_map():
                ready = waiting.select(max(deadline - time.monotonic(), 0))
                if not ready:
                    raise TimeoutError
                for key, _ in ready:
                    part = os.read(key.fd, 1 << 16)
                    read[key.fd].append(part)
                    if not part:
                        waiting.unregister(key.fd)
        return b"".join(read[pipes.out]), b"".join(read[pipes.err])
    finally:
        os.close(pipes.out)
        os.close(pipes.err)


def _feed(into: int, stdin: bytes) -> None:
    with os.fdopen(into, "wb", buffering=0) as stream, suppress(BrokenPipeError):
        stream.write(stdin)
