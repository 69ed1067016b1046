"""Hooks as git and an agent host run them."""

import json
import os
import shlex
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.support.cli import ROOT, environment
from tests.support.repo import Repo, git_environment

HOOK_SHELL = "dash"


@dataclass(frozen=True)
class Said:
    """What a hook did."""

    code: int
    out: str
    err: str


def event(command: str, cwd: Path | str, **more: object) -> str:
    """What an agent host says before it runs a command, with everything around it that real hosts send."""
    return json.dumps(
        {
            "session_id": "1b2c",
            "transcript_path": "/home/u/.claude/projects/-home-u-shop/1b2c.jsonl",
            "cwd": str(cwd),
            "permission_mode": "default",
            "hook_event_name": "PreToolUse",
            "tool_name": "Bash",
            "tool_input": {"command": command, "description": "Do the next thing"},
            "tool_use_id": "toolu_01",
            **more,
        }
    )


def with_stub(folder: Path) -> tuple[Path, Path]:
    """The hook of an agent host whose interpreter only leaves a mark: (script, mark)."""
    folder.mkdir(parents=True, exist_ok=True)
    mark, stub, script = folder / "started", folder / "an interpreter", folder / "agent-host"
    stub.write_text(f"#!/bin/sh\ncat >> {shlex.quote(str(mark))}\n", encoding="utf-8")
    stub.chmod(0o755)
    text = (ROOT / "hooks" / "agent-host").read_text(encoding="utf-8")
    text = text.replace("@PYTHON@", shlex.quote(str(stub))).replace("@ENTRY@", shlex.quote(str(stub)))
    script.write_text(text, encoding="utf-8")
    return script, mark


def run_script(
    script: Path, text: str, *, program: str = HOOK_SHELL, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> Said:
    """Runs a hook script with `text` on its standard input."""
    done = subprocess.run(
        [program, str(script)],
        cwd=cwd,
        env=env,
        input=text.encode("utf-8", "surrogateescape"),
        capture_output=True,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def push(repo: Repo, *arguments: str, env: Mapping[str, str] | None = None) -> Said:
    """`git push` as a person runs it; it may be refused."""
    done = subprocess.run(
        ["git", "push", *arguments],
        cwd=repo.top,
        env={**git_environment(repo.home), "PYTHONPATH": "", **(env or {})},
        capture_output=True,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def call(script: Path, text: str, home: Path, env: Mapping[str, str] | None = None) -> Said:
    """An installed hook of an agent host, run by the host."""
    return run_script(script, text, program="sh", env={**environment(home), **(env or {})})


def remote(repo: Repo, name: str = "the remote.git") -> Path:
    """A bare remote called origin that holds `main`."""
    path = repo.home / name
    subprocess.run(["git", "init", "-q", "--bare", str(path)], check=True, env=git_environment(repo.home))
    repo.git("remote", "add", "origin", str(path))
    repo.git("push", "-q", "--no-verify", "origin", "main")
    return path


def pushed(path: Path, name: str) -> bool:
    """True when the bare repository has that branch."""
    return not subprocess.run(
        ["git", "--git-dir", str(path), "rev-parse", "--verify", "--quiet", f"refs/heads/{name}"],
        check=False,
        capture_output=True,
        env=dict(os.environ),
    ).returncode
