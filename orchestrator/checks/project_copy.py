"""A copy of the reviewed Python files for ruff, configured as the base has it."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from orchestrator.checks.project import PYTHON
from orchestrator.checks.project_model import Job
from orchestrator.checks.scratch import DEFAULT_CAP

_CONFIGURATION = ("pyproject.toml", "ruff.toml", ".ruff.toml")
_LONE_RETURN = re.compile(rb"\r(?!\n)")


class SubjectCopy:
    """The reviewed files below `root`, with the configuration of the base and nothing else that steers ruff.

    The other Python files of the tree are there as empty ones: whether an import is the project's own, and whether a
    folder is a package, is read from names.
    """

    def __init__(self, job: Job, root: Path) -> None:
        self._job = job
        self._root = root

    def write(self, targets: Sequence[str]) -> tuple[str, ...]:
        """Returns the targets that could not be written."""
        self._root.mkdir()
        # Without it ruff would look for configuration in the folders above.
        (self._root.parent / "ruff.toml").write_bytes(b"")
        for path in self._job.paths():
            if path.endswith(PYTHON):
                self._file(path, b"")
        unread = [path for path in targets if not self._target(path)]
        for path, data in self._configuration(targets):
            self._file(path, data)
        return tuple(unread)

    def _target(self, path: str) -> bool:
        data = self._job.tree.read(path)
        if data is None or len(data) > DEFAULT_CAP:
            return False
        # ruff counts a lone carriage return as the end of a line; git and the other readers of this run do not.
        self._file(path, _LONE_RETURN.sub(b" ", data))
        return True

    def _configuration(self, targets: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        folders = {folder for path in targets for folder in PurePosixPath(path).parents}
        waiting = [str(folder / name) for folder in sorted(folders) for name in _CONFIGURATION]
        seen: set[str] = set()
        while waiting:
            path = waiting.pop()
            data = self._job.policy(path) if path not in seen else None
            seen.add(path)
            if data is not None:
                yield path, data
                waiting.extend(_extended(path, data))

    def _file(self, path: str, data: bytes) -> None:
        target = self._root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def _extended(path: str, data: bytes) -> Iterator[str]:
    """The file of the repository that a configuration builds on, if it does."""
    try:
        tables = tomllib.loads(data.decode("utf-8-sig"))
    except ValueError:
        return
    table = tables.get("tool", {}).get("ruff", {}) if path.endswith("pyproject.toml") else tables
    named = table.get("extend") if isinstance(table, dict) else None
    if not isinstance(named, str) or named.startswith(("/", "~", "$")):
        return
    parts: list[str] = []
    for part in (*PurePosixPath(path).parent.parts, *PurePosixPath(named).parts):
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            return
    yield "/".join(parts)
