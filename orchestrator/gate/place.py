"""Where the gate keeps what it knows, and the numbers it goes by."""

import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from orchestrator.seams import Git

GATE_FILE = ".claude/memory/.pr-review-passed"
LEDGER_FILE = ".claude/metrics/boundary-events.jsonl"
BYPASS_FILE = ".claude/metrics/gate-bypass-audit.jsonl"
KEY_VARIABLE = "CODE_REVIEW_LEDGER_KEY"

WINDOW = timedelta(hours=24)
"""Age at which the evidence of a finished lens stops counting."""
SKEW = timedelta(minutes=5)
"""How far the clock may stand behind the newest row before nothing that depends on time is believed."""


class Place(NamedTuple):
    """The files of one work tree. `state` is a folder inside the git directory of that work tree."""

    top: Path
    state: Path

    @property
    def gate_file(self) -> Path:
        """The gate file: one line, the subject."""
        return self.top / GATE_FILE

    @property
    def ledger(self) -> Path:
        """The evidence ledger."""
        return self.top / LEDGER_FILE

    @property
    def head(self) -> Path:
        """What the last row of the ledger was when this tool last wrote to it."""
        return self.state / "ledger-head"

    @property
    def records(self) -> Path:
        """The records behind the gate file, to say later what has changed since."""
        return self.state / "reviewed-records"


def place_of(git: Git) -> Place:
    """The places of the calling work tree; a linked work tree has its own. RepositoryError outside of a repository."""
    top = git.top
    return Place(top, top / os.fsdecode(git.run("rev-parse", "--git-path", "code-review").removesuffix(b"\n")))


def key_of(environ: Mapping[str, str]) -> bytes:
    """The key of the ledger's codes, empty when there is none."""
    return environ.get(KEY_VARIABLE, "").encode("utf-8", "surrogateescape")
