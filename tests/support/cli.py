"""Running the command as a user does: in a process of its own, with a home that holds nothing."""

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.support.forked import Forker

ROOT = Path(__file__).resolve().parents[2]
# What an interpreter reads while it starts: a command that is to see it must start one.
_AT_START = ("PYTHON", "LANG", "LC_", "LD_")
_cache = TemporaryDirectory(prefix="code-review-tests-")
FORKER = Forker()
atexit.register(FORKER.close)


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, which must be one JSON document and nothing else."""
        return json.loads(self.out)


def environment(home: Path, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """A clean environment: no settings, no git identity, no terminal width of the machine."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR", "SSL_CERT_FILE") if name in os.environ}
    return {
        **kept,
        "HOME": str(home),
        "CODE_REVIEW_HOME": str(home / "settings"),
        "PYTHONPATH": str(ROOT),
        **(extra or {}),
    }


def code_review(
    *arguments: str,
    cwd: Path,
    home: Path,
    env: Mapping[str, str] | None = None,
    stdin: str = "",
    seconds: float = 120,
    pace: float = 1,
) -> Ran:
    """Runs `code-review <arguments>` in `cwd`. No traceback may ever reach the user.

    A command that is going to wait, for a limit of time or before it asks again, may do so at a `pace` above 1: its
    seconds are that much shorter, where it can be.
    """
    _share_cache(home)
    given, sent = environment(home, env), stdin.encode()
    if not can_fork(env or {}):
        done = started_alone(arguments, cwd=cwd, env=given, stdin=sent, seconds=seconds)
    else:
        done = FORKER.run(arguments, cwd=cwd, env=given, stdin=sent, seconds=seconds, pace=pace)
    ran = Ran(
        done.returncode, done.stdout.decode("utf-8", "surrogateescape"), done.stderr.decode("utf-8", "surrogateescape")
    )
    assert "Traceback" not in ran.err, ran.err
    return ran


def can_fork(env: Mapping[str, str]) -> bool:
    """True when a command with these variables need not start an interpreter of its own."""
    return sys.platform == "linux" and not any(name.startswith(_AT_START) for name in env)


def _share_cache(home: Path) -> None:
    """What tools said about a file is kept for all commands of a session; a home with a cache of its own keeps that.

    Tests ask about the same few files again and again, and the tools cost more than the rest of a run.
    """
    place = home / "settings/cache"
    if not place.is_symlink() and not place.exists():
        place.parent.mkdir(exist_ok=True)
        place.symlink_to(_cache.name, target_is_directory=True)


def started_alone(
    arguments: Sequence[str], *, cwd: Path, env: Mapping[str, str], stdin: bytes, seconds: float
) -> "subprocess.CompletedProcess[bytes]":
    """A command with an interpreter of its own."""
    return subprocess.run(
        [sys.executable, "-m", "orchestrator", *arguments],
        cwd=cwd,
        env=env,
        input=stdin,
        capture_output=True,
        timeout=seconds,
        check=False,
    )
