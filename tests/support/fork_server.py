"""The server behind `tests.support.forked`, started with the number of a Unix socket.

Each request is one byte with four descriptors: a socket, standard input, output and error. On the socket come words,
folder, environment and pace of a command as one line of JSON; back go the command's process id and then its exit code.
"""

import asyncio
import atexit
import gc
import importlib
import io
import json
import os
import pkgutil
import selectors
import socket
import sys
import threading
import time
from contextlib import suppress
from typing import NoReturn

# What runs import late, besides the modules of the program itself.
_LATE = ("anyio._backends._asyncio", "detect_secrets", "httpx", "jsonschema", "mcp.client.stdio")
# What every run reads from the installation and keeps.
_READ_ONCE = (
    ("orchestrator.wiring.policy", "shipped_lenses"),
    ("orchestrator.wiring.checks", "shipped_rules"),
    ("orchestrator.wiring.modes", "built_in_modes"),
)


def load() -> None:
    """Imports the program and what it imports late, and lets it read what it reads once."""
    package = importlib.import_module("orchestrator")
    names = [module.name for module in pkgutil.walk_packages(package.__path__, "orchestrator.")]
    for name in (*names, *_LATE):
        if not name.endswith("__main__"):
            # Whatever is broken fails the commands that need it, as it would without this.
            with suppress(Exception):
                importlib.import_module(name)
    for module, name in _READ_ONCE:
        with suppress(Exception):
            getattr(importlib.import_module(module), name)()
    # Pages with old objects stay shared when no collector touches them.
    gc.collect()
    gc.freeze()


def serve(control: socket.socket) -> None:
    """Starts commands until the other side is gone."""
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 1, 4)
        if not message:
            return
        if os.fork() == 0:
            control.close()
            _watch(socket.socket(fileno=descriptors[0]), descriptors[1:])
        for descriptor in descriptors:
            os.close(descriptor)
        _bury()


def _bury() -> None:
    """Forgets the watchers that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def _watch(asked: socket.socket, streams: list[int]) -> NoReturn:
    """Forks once more: the command in one process, in the other what waits for its end and tells it."""
    with asked, asked.makefile("rb") as reader:
        words, folder, environment, pace = json.loads(reader.readline())
        child = os.fork()
        if child:
            for stream in streams:
                os.close(stream)
            with suppress(OSError):
                asked.sendall(f"{child}\n".encode())
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            with suppress(OSError):
                asked.sendall(f"{code}\n".encode())
            os._exit(0)
    _become(folder, environment, streams)
    if pace != 1:
        asyncio.set_event_loop_policy(_Hurry(pace))
    _command(words)


def _become(folder: str, environment: dict[str, str], streams: list[int]) -> None:
    """Takes over what a process is given at its start."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)
    os.setsid()
    # An interpreter decides at its start whether each line is written at once.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=sys.stdout.isatty())


def _command(words: list[str]) -> NoReturn:
    """Runs the command to its end."""
    main = importlib.import_module("orchestrator.cli.entry").main
    sys.argv = [str(importlib.import_module("orchestrator").__path__[0]) + "/__main__.py", *words]
    code = main()
    _end()
    os._exit(code)


def _end() -> None:
    """What an interpreter does at its end, but for taking its memory apart, which costs more than many a run."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()


class _Hurry(asyncio.DefaultEventLoopPolicy):
    """Event loops in which `pace` seconds pass in one: sleeps and time limits are over earlier, all in their order."""

    def __init__(self, pace: float) -> None:
        super().__init__()
        self._pace = pace

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        """A loop whose time runs faster."""
        return _HurriedLoop(self._pace)


class _HurriedLoop(asyncio.SelectorEventLoop):
    def __init__(self, pace: float) -> None:
        self._pace = pace
        super().__init__(_HurriedSelector(pace))

    def time(self) -> float:
        """Seconds of this loop."""
        return super().time() * self._pace


class _HurriedSelector(selectors.DefaultSelector):
    def __init__(self, pace: float) -> None:
        super().__init__()
        self._pace = pace

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Waits for as long as `timeout` is in the loop's seconds."""
        return super().select(timeout if timeout is None else timeout / self._pace)


if __name__ == "__main__":
    # The folder of this file comes first; the program would not have it.
    del sys.path[0]
    load()
    with suppress(KeyboardInterrupt):
        serve(socket.socket(fileno=int(sys.argv[1])))
