"""The round ledger on disk: one file, held under a lock while a loop goes on with it."""

import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from orchestrator.fixloop.ledger import SCHEMA, Ledger, ledger_json
from orchestrator.report.boundary import check
from orchestrator.system.files import locked, write_atomic


@dataclass(frozen=True, slots=True)
class RoundStore:
    """The state file `path`. No folder between `root` and it may be a symbolic link, where `root` is given."""

    path: Path
    root: Path | None = None

    def read(self) -> str | None:
        """Its text, or None when there is none that can be read: no file, a link, a pipe, bytes that are no text."""
        try:
            handle = os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            with os.fdopen(handle, "rb") as file:
                return file.read().decode("utf-8") if stat.S_ISREG(os.fstat(handle).st_mode) else None
        except (OSError, UnicodeDecodeError):
            return None

    def write(self, ledger: Ledger) -> None:
        """Replaces it by `ledger`, wholly or not at all. Raises StateError."""
        text = ledger_json(ledger)
        check(json.loads(text), SCHEMA)
        write_atomic(self.path, text.encode("utf-8"), root=self.root)


@contextmanager
def open_rounds(path: Path, wait: float = 5.0, *, root: Path | None = None) -> Iterator[RoundStore]:
    """The store of the state file `path`, which nobody else who comes this way reads or writes inside the block.

    Raises StateError when another loop holds it for longer than `wait` seconds.
    """
    # The state file is replaced with each round, so the lock is on a file of its own that stays.
    with locked(path.with_name(f"{path.name}.lock"), wait, root=root):
        yield RoundStore(path, root)
