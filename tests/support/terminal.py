"""Running the command on a real pseudo-terminal."""

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.cli import FORKER, can_fork, environment
from tests.support.forked import Started, Streams


@dataclass(frozen=True)
class Screen:
    """What a person saw, line ends as the terminal sent them."""

    code: int
    text: str


def on_terminal(
    *arguments: str,
    cwd: Path,
    home: Path,
    answers: Mapping[str, str] | None = None,
    env: Mapping[str, str] | None = None,
    alone: bool = False,
) -> Screen:
    """Runs `code-review`; when a text of `answers` is on the screen, its answer is typed once.

    `alone` starts an interpreter, as a person does.
    """
    ours, theirs = pty.openpty()
    given = environment(home, {"TERM": "xterm", **(env or {})})
    child = (_alone if alone or not can_fork(env or {}) else _forked)(arguments, theirs, cwd, given)
    os.close(theirs)
    seen = _watch(child, ours, dict(answers or {}))
    os.close(ours)
    return Screen(child.wait(timeout=30), seen)


def _alone(arguments: Sequence[str], terminal: int, cwd: Path, env: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "orchestrator", *arguments],
        cwd=cwd,
        env=env,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    )


def _forked(arguments: Sequence[str], terminal: int, cwd: Path, env: Mapping[str, str]) -> Started:
    return FORKER.start(arguments, Streams(terminal, terminal, terminal), cwd=cwd, env=env)


def _watch(child: "subprocess.Popen[bytes] | Started", terminal: int, answers: dict[str, str]) -> str:
    seen = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        ready, _, _ = select.select([terminal], [], [], 0.1)
        if not ready:
            if child.poll() is not None:
                break
            continue
        try:
            seen += os.read(terminal, 65536)
        except OSError:
            break
        for question in [text for text in answers if text.encode() in seen]:
            os.write(terminal, answers.pop(question).encode())
    return seen.decode("utf-8", "replace")
