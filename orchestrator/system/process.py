"""The door to other programs: own process group, both pipes drained, nothing left behind."""

import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import IO

import anyio
from anyio.abc import Process

from orchestrator.seams import Finished

CAP = 64 * 1024 * 1024
_CHUNK = 1 << 16
_GRACE = 2.0


@dataclass(frozen=True, slots=True)
class _Streams:
    """Our ends of both output pipes, the program's ends, and its input."""

    ours: tuple[FileIO, FileIO]
    theirs: tuple[FileIO, FileIO]
    stdin: "IO[bytes] | int"


class ProcessDoor:
    """Starts programs (seams.Process). Of each stream at most `cap` bytes are kept; the rest is read and dropped."""

    def __init__(self, *, cap: int = CAP) -> None:
        self._cap = cap

    async def run(
        self,
        argv: Sequence[str],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
        seconds: float,
    ) -> Finished:
        """Runs `argv` to the end and returns code and output; a program killed by signal N has code -N.

        The whole process group is gone when this returns or raises. Raises FileNotFoundError when the program cannot
        be started and TimeoutError when it was killed after `seconds`.
        """
        with ExitStack() as opened:
            streams = _open_streams(opened, stdin)
            # Cancelled half-way through a start there would be a program that nobody knows of.
            with anyio.CancelScope(shield=True):
                process = await _start(argv, cwd, env, streams)
            try:
                with anyio.fail_after(seconds):
                    return await self._attend(process, streams)
            finally:
                _kill_group(process)
                with anyio.CancelScope(shield=True):
                    await process.wait()

    async def _attend(self, process: Process, streams: _Streams) -> Finished:
        out, err = bytearray(), bytearray()
        async with anyio.create_task_group() as group:
            for stream, kept in zip(streams.ours, (out, err), strict=True):
                group.start_soon(self._drain, stream.fileno(), kept)
            code = await process.wait()
            # What the program started is no longer wanted, and it may hold the pipes open for ever. A descendant
            # that left the group keeps them even so: it gets a moment, then its pipe is given up.
            _kill_group(process)
            group.cancel_scope.deadline = anyio.current_time() + _GRACE
        return Finished(code, bytes(out), bytes(err))

    async def _drain(self, handle: int, kept: bytearray) -> None:
        while True:
            await anyio.wait_readable(handle)
            chunk = os.read(handle, _CHUNK)
            if not chunk:
                return
            kept += chunk[: self._cap - len(kept)]


def _open_streams(opened: ExitStack, stdin: bytes) -> _Streams:
    """Pipes of our own: the event loop's would stay open for as long as anybody holds their other end."""
    pairs = [_pipe(opened) for _ in range(2)]
    source = _input(opened, stdin) if stdin else subprocess.DEVNULL
    return _Streams((pairs[0][0], pairs[1][0]), (pairs[0][1], pairs[1][1]), source)


def _pipe(opened: ExitStack) -> tuple[FileIO, FileIO]:
    ours, theirs = os.pipe()
    return opened.enter_context(FileIO(ours, "rb")), opened.enter_context(FileIO(theirs, "wb"))


def _input(opened: ExitStack, data: bytes) -> IO[bytes]:
    """Input as a nameless file: a program may read it late, in part or never, and nobody has to feed it."""
    file = opened.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
    file.write(data)
    file.seek(0)
    return file


async def _start(argv: Sequence[str], cwd: Path | None, env: Mapping[str, str] | None, streams: _Streams) -> Process:
    out, err = streams.theirs
    try:
        process = await anyio.open_process(
            list(argv), cwd=cwd, env=env, stdin=streams.stdin, stdout=out, stderr=err, start_new_session=True
        )
    except FileNotFoundError:
        raise
    except OSError as error:
        raise FileNotFoundError(error.errno, f"cannot be started: {error.strerror}", argv[0]) from error
    # Our copies of its ends would keep the pipes from ever ending.
    out.close()
    err.close()
    return process


def _kill_group(process: Process) -> None:
    # The group bears the id of its first process, because that one started a session of its own.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
