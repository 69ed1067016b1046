"""The door to other programs: own process group, both pipes drained, nothing left behind."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import anyio
from anyio.abc import ByteReceiveStream, ByteSendStream, Process

from orchestrator.seams import Finished

CAP = 64 * 1024 * 1024
_POLL = 0.05
_GRACE = 2.0


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
        # Cancelled half-way through a start there would be a program that nobody knows of.
        with anyio.CancelScope(shield=True):
            process = await _start(argv, cwd, env, feed=bool(stdin))
        try:
            with anyio.fail_after(seconds):
                return await self._attend(process, stdin)
        finally:
            with anyio.CancelScope(shield=True):
                await _end(process)

    async def _attend(self, process: Process, stdin: bytes) -> Finished:
        out, err = bytearray(), bytearray()
        async with anyio.create_task_group() as group:
            if process.stdout is not None and process.stderr is not None:
                group.start_soon(self._drain, process.stdout, out)
                group.start_soon(self._drain, process.stderr, err)
            if process.stdin is not None:
                group.start_soon(_feed, process.stdin, stdin)
            code = await _exit_code(process)
            # What the program started is no longer wanted, and it may hold the pipes open for ever. A descendant
            # that left the group keeps them even so: it gets a moment, then its pipe is given up.
            _kill_group(process)
            group.cancel_scope.deadline = anyio.current_time() + _GRACE
        return Finished(code, bytes(out), bytes(err))

    async def _drain(self, stream: ByteReceiveStream, kept: bytearray) -> None:
        async for chunk in stream:
            kept += chunk[: self._cap - len(kept)]


async def _start(argv: Sequence[str], cwd: Path | None, env: Mapping[str, str] | None, *, feed: bool) -> Process:
    try:
        return await anyio.open_process(
            list(argv),
            cwd=cwd,
            env=env,
            stdin=subprocess.PIPE if feed else subprocess.DEVNULL,
            start_new_session=True,
        )
    except FileNotFoundError:
        raise
    except OSError as error:
        raise FileNotFoundError(error.errno, f"cannot be started: {error.strerror}", argv[0]) from error


async def _feed(stream: ByteSendStream, data: bytes) -> None:
    # A program may end without reading its input; that is its business.
    with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, ConnectionError):
        await stream.send(data)
    with suppress(anyio.BrokenResourceError, ConnectionError):
        await stream.aclose()


async def _exit_code(process: Process) -> int:
    """Waits for the program itself. Some event loops wait for its pipes too, which a grandchild may hold: so look."""
    while process.returncode is None:
        with anyio.move_on_after(_POLL):
            await process.wait()
    return process.returncode


def _kill_group(process: Process) -> None:
    # The group bears the id of its first process, because that one started a session of its own.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


async def _end(process: Process) -> None:
    _kill_group(process)
    await _exit_code(process)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(anyio.BrokenResourceError, ConnectionError):
                await stream.aclose()
