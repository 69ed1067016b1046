"""A copy of the index, so that a run which only tells what it would do leaves the real one alone."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from orchestrator.seams import Git


@dataclass(frozen=True, slots=True)
class GitAside:
    """`inner` with `index` in place of the repository's (seams.Git)."""

    inner: Git
    index: Path

    @property
    def top(self) -> Path:
        """As the real one."""
        return self.inner.top

    def run(self, *args: str, stdin: bytes = b"", index: Path | None = None, seconds: float | None = None) -> bytes:
        """As the real one, on the copy."""
        return self.inner.run(*args, stdin=stdin, index=index or self.index, seconds=seconds)

    def ok(self, *args: str) -> bool:
        """As the real one."""
        return self.inner.ok(*args)


@contextmanager
def index_aside(git: Git) -> Iterator[GitAside]:
    """Git with a copy of its index, as long as the context lasts."""
    real = git.top / os.fsdecode(git.run("rev-parse", "--git-path", "index").removesuffix(b"\n"))
    with tempfile.TemporaryDirectory(prefix="code-review-") as name:
        copy = Path(name) / "index"
        if real.exists():
            # With its time: git tells by it which files may have changed unnoticed since the index was written.
            shutil.copy2(real, copy)
        yield GitAside(git, copy)
