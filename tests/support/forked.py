"""Commands of the program started by forking one interpreter that has imported all of it: that takes most of a start.

Each command is still a process of its own, with its own streams, environment, folder and signals, and ends as an
interpreter ends.
"""

import json
import os
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

_SERVER = Path(__file__).with_name("fork_server.py")


@dataclass
class Forker:
    """Starts the server, which looks for the program in the environment `env`, on first use; `close` ends it."""

    _control: socket.socket | None = None
    _process: "subprocess.Popen[bytes] | None" = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def run(
        self, arguments: Sequence[str], *, cwd: Path, env: Mapping[str, str], stdin: bytes, seconds: float
    ) -> "subprocess.CompletedProcess[bytes]":
        """What `subprocess.run([python, "-m", "orchestrator", *arguments], capture_output=True, ...)` returns."""
        ours, theirs = socket.socketpair()
        given, kept = [theirs.detach()], []
        for reads in (True, False, False):
            read, write = os.pipe()
            given.append(read if reads else write)
            kept.append(write if reads else read)
        try:
            with self._lock:
                socket.send_fds(self._server(env), [b"+"], given)
        finally:
            for descriptor in given:
                os.close(descriptor)
        with ours, ours.makefile("rb") as answers:
            ours.sendall(json.dumps([list(arguments), str(cwd), dict(env)]).encode() + b"\n")
            child = int(answers.readline())
            try:
                out, err = _communicate(*kept, stdin, seconds)
            except TimeoutError as error:
                os.kill(child, signal.SIGKILL)
                raise subprocess.TimeoutExpired(list(arguments), seconds) from error
            return subprocess.CompletedProcess(list(arguments), int(answers.readline()), out, err)

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


def _communicate(into: int, out: int, err: int, stdin: bytes, seconds: float) -> tuple[bytes, bytes]:
    """Feeds `stdin` and reads both streams to their ends; TimeoutError after `seconds`."""
    feeder = threading.Thread(target=_feed, args=(into, stdin), daemon=True)
    feeder.start()
    deadline = time.monotonic() + seconds
    read: dict[int, list[bytes]] = {out: [], err: []}
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
        return b"".join(read[out]), b"".join(read[err])
    finally:
        os.close(out)
        os.close(err)


def _feed(into: int, stdin: bytes) -> None:
    with os.fdopen(into, "wb", buffering=0) as stream, suppress(BrokenPipeError):
        stream.write(stdin)
