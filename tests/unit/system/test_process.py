"""Programs are run to the end, with everything they started gone afterwards."""

import os
import sys
import time
from pathlib import Path

import anyio
import pytest

from orchestrator.seams import Finished
from orchestrator.system.process import ProcessDoor


def _run(code: str, *, seconds: float = 20, stdin: bytes = b"", cap: int = 1 << 26) -> Finished:
    async def go() -> Finished:
        return await ProcessDoor(cap=cap).run([sys.executable, "-c", code], stdin=stdin, seconds=seconds)

    return anyio.run(go)


def _gone(pid: int) -> bool:
    """True once the process has ended; a zombie has."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


def _wait_for(note: Path) -> None:
    until = time.monotonic() + 20
    while not (note.exists() and note.read_text(encoding="ascii")):
        assert time.monotonic() < until
        time.sleep(0.02)


def test_code_and_both_streams() -> None:
    done = _run("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)")
    assert done == Finished(3, b"out\n", b"err\n")


def test_large_output_on_both_streams_does_not_block() -> None:
    done = _run("import sys; sys.stdout.write('o' * 3000000); sys.stderr.write('e' * 3000000)")
    assert (len(done.stdout), len(done.stderr)) == (3_000_000, 3_000_000)


def test_what_exceeds_the_cap_is_read_and_dropped() -> None:
    done = _run("import sys; sys.stdout.write('o' * 3000000); sys.exit(4)", cap=1000)
    assert done == Finished(4, b"o" * 1000, b"")


def test_input_is_given_and_may_be_ignored() -> None:
    assert _run("import sys; print(len(sys.stdin.read()))", stdin=b"x" * 500_000).stdout == b"500000\n"
    assert _run("print('no thanks')", stdin=b"x" * 5_000_000).stdout == b"no thanks\n"
    assert _run("import sys; print(repr(sys.stdin.read()))").stdout == b"''\n"


def test_a_signal_is_a_negative_code() -> None:
    assert _run("import os, signal; os.kill(os.getpid(), signal.SIGTERM)").code == -15


CHILD = "import subprocess, sys, time; c = subprocess.Popen(['sleep', '60']); print(c.pid, flush=True); "


def test_time_out_kills_the_whole_group(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = f"{CHILD} open({str(note)!r}, 'w').write(str(c.pid)); time.sleep(60)"
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        _run(code, seconds=1.0)
    assert time.monotonic() - started < 10
    assert _gone(int(note.read_text(encoding="ascii")))


def test_cancelling_kills_the_whole_group(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = f"{CHILD} f = open({str(note)!r}, 'w'); f.write(str(c.pid)); f.close(); time.sleep(60)"

    async def go() -> bool:
        with anyio.CancelScope() as scope:
            async with anyio.create_task_group() as group:
                group.start_soon(lambda: ProcessDoor().run([sys.executable, "-c", code], seconds=60))
                await anyio.to_thread.run_sync(_wait_for, note)
                scope.cancel()
        return scope.cancelled_caught

    assert anyio.run(go)
    assert _gone(int(note.read_text(encoding="ascii")))


def test_a_grandchild_that_holds_the_pipes_does_not_hold_us() -> None:
    started = time.monotonic()
    done = _run(f"{CHILD} sys.exit(0)")
    assert time.monotonic() - started < 5
    assert _gone(int(done.stdout))


def test_a_grandchild_that_left_the_group_does_not_hold_us_either() -> None:
    code = "import subprocess; c = subprocess.Popen(['sleep', '7'], start_new_session=True); print(c.pid, flush=True)"
    started = time.monotonic()
    done = _run(code)
    assert time.monotonic() - started < 6
    assert not _gone_now(int(done.stdout))
    os.kill(int(done.stdout), 9)


def _gone_now(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


def test_a_program_that_cannot_start(tmp_path: Path) -> None:
    script = tmp_path / "not-executable"
    script.write_text("x", encoding="ascii")

    async def go(name: str) -> None:
        await ProcessDoor().run([name], seconds=5)

    for name in ("no-such-program-anywhere", str(script)):
        with pytest.raises(FileNotFoundError):
            anyio.run(go, name)


def test_folder_and_environment(tmp_path: Path) -> None:
    code = "import os; print(os.getcwd(), sorted(k for k in os.environ if k != 'LC_CTYPE'))"

    async def go() -> Finished:
        return await ProcessDoor().run([sys.executable, "-c", code], cwd=tmp_path, env={"ONLY": "1"}, seconds=20)

    assert anyio.run(go).stdout.decode().strip() == f"{tmp_path.resolve()} ['ONLY']"
