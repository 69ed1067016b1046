"""ruff with the project's configuration: the reviewed files in a copy of their own, configured as the base has it."""

import json
import re
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from orchestrator.checks.executables import find_tool
from orchestrator.checks.project import PYTHON, ruff_config
from orchestrator.checks.project_model import (
    Job,
    NotCheckedError,
    NotStartedError,
    Problem,
    ProjectCheck,
    Said,
    counted,
    judge,
    split,
    telling_line,
)
from orchestrator.checks.project_start import start
from orchestrator.checks.scratch import DEFAULT_CAP, outside_repositories
from orchestrator.checks.suppressions import ruff_suppression
from orchestrator.values.analysis import GateStatus
from orchestrator.values.text import printable_path

_SYNTAX = "invalid-syntax"
_CONFIGURATION = ("pyproject.toml", "ruff.toml", ".ruff.toml")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_PRAGMA = re.compile(r"#\s*(?:ruff|flake8|isort)\s*:", re.IGNORECASE)
_OPTIONS = (
    *("check", "--no-cache", "--output-format", "json", "--exit-zero", "--no-fix", "--no-fix-only"),
    *("--no-respect-gitignore", "."),
)


async def run_ruff(check: ProjectCheck, job: Job) -> Said:
    """Fails for a result on a changed line, also for one that a comment of this very change silences."""
    targets = tuple(path for path in job.targets(PYTHON) if ruff_config(job.policy, path))
    if not targets:
        return Said(GateStatus.SKIPPED, f"{check.label}: no file of the scope is configured for it")
    program = find_tool("ruff")
    if program is None:
        raise NotStartedError("ruff is not installed; pip install ruff")
    with tempfile.TemporaryDirectory(prefix="code-review-", dir=outside_repositories()) as name:
        root = _inside(name)
        unread = _Copy(job, root).write(targets)
        found = await _ask(job, program, root, frozenset(targets), "--ignore-noqa")
        obeyed = await _ask(job, program, root, frozenset(targets)) if _has_pragmas(found, job) else found
    problems = tuple(one for one in found if not _was_silenced(one, obeyed, job))
    mine, elsewhere = split(problems, job.changed)
    return judge(check.label, mine, elsewhere, _warnings(problems, mine, unread), len(targets))


async def _ask(job: Job, program: str, root: Path, targets: frozenset[str], *more: str) -> tuple[Problem, ...]:
    done = await start(job, (program, *_OPTIONS, *more), cwd=root)
    try:
        entries = json.loads(done.stdout) if not done.code else None
        found = [_problem(entry, root) for entry in entries] if entries is not None else None
    except (ValueError, KeyError, TypeError) as error:
        raise NotCheckedError(f"it printed what is not its JSON ({type(error).__name__})") from error
    if found is None:
        raise NotCheckedError(f"exit {done.code}: {telling_line(done.stderr)}")
    return tuple(one for one in found if one.file in targets)


def _problem(entry: Mapping[str, object], root: Path) -> Problem:
    start_, end = entry["location"], entry["end_location"]
    if not isinstance(start_, dict) or not isinstance(end, dict):
        raise TypeError("a place is not a mapping")
    return Problem(
        file=Path(str(entry["filename"])).relative_to(root).as_posix(),
        line=int(start_["row"]),
        end=int(end["row"]),
        rule=str(entry.get("code") or _SYNTAX),
        message=str(entry["message"]),
    )


def _inside(folder: str) -> Path:
    """Where the copy goes. ruff answers with resolved paths; the name is one that no `exclude` of a project has."""
    return Path(folder).resolve() / "subject-under-review"


def _warnings(problems: Sequence[Problem], mine: Sequence[Problem], unread: Sequence[str]) -> list[str]:
    """What keeps a pass from meaning that the change is clean."""
    failing = {one.file for one in mine}
    broken = sorted({one.file for one in problems if one.rule == _SYNTAX} - failing)
    found = [f"{counted(len(broken), 'file')} could not be parsed, first {printable_path(broken[0])}"] if broken else []
    return [*found, *([f"{counted(len(unread), 'file')} could not be read"] if unread else [])]


def _has_pragmas(found: Sequence[Problem], job: Job) -> bool:
    """True when a comment other than `noqa`, which only ruff itself can read, may hide a problem."""
    return any(_PRAGMA.search(text) for path in {one.file for one in found} for text in job.lines(path))


def _was_silenced(problem: Problem, obeyed: Sequence[Problem], job: Job) -> bool:
    """True when a comment hides the problem and was there before the change."""
    lines, added = job.lines(problem.file), job.changed.added(problem.file)
    at = ruff_suppression(lines, problem.line, problem.end or problem.line, problem.rule)
    if at is not None:
        return at not in added
    if problem in obeyed:
        return False
    return not any(_PRAGMA.search(text) for number, text in enumerate(lines, 1) if number in added)


class _Copy:
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
