"""ruff with the project's configuration: the reviewed files in a copy of their own, configured as the base has it."""

import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from orchestrator.checks.executables import find_tool
from orchestrator.checks.project import PYTHON, ruff_configs
from orchestrator.checks.project_copy import SubjectCopy
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
from orchestrator.checks.scratch import outside_repositories
from orchestrator.checks.suppressions import ruff_suppression
from orchestrator.values.analysis import GateStatus
from orchestrator.values.text import printable_path

_SYNTAX = "invalid-syntax"
_PRAGMA = re.compile(r"#\s*(?:ruff|flake8|isort)\s*:", re.IGNORECASE)
_OPTIONS = (
    *("check", "--no-cache", "--output-format", "json", "--exit-zero", "--no-fix", "--no-fix-only"),
    *("--no-respect-gitignore", "."),
)


async def run_ruff(check: ProjectCheck, job: Job) -> Said:
    """Fails for a result on a changed line, also for one that a comment of this very change silences."""
    targets = tuple(ruff_configs(job.policy, job.targets(PYTHON)))
    if not targets:
        return Said(GateStatus.SKIPPED, f"{check.label}: no file of the scope is configured for it")
    program = find_tool("ruff")
    if program is None:
        raise NotStartedError("ruff is not installed; pip install ruff")
    with tempfile.TemporaryDirectory(prefix="code-review-", dir=outside_repositories()) as name:
        root = _inside(name)
        unread = SubjectCopy(job, root).write(targets)
        found = await _ask(job, program, root, frozenset(targets), "--ignore-noqa")
        silence = _Silence(job)
        if any(silence.has_pragma(one.file) for one in found):
            silence.obeyed = frozenset(await _ask(job, program, root, frozenset(targets)))
    problems = tuple(one for one in found if not silence.hides(one))
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


class _Silence:
    """Which problems a comment hides that was there before the change.

    `obeyed` are the problems that ruff reports when it heeds comments; needed only where there are comments other than
    `noqa`, which nobody but ruff can read.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self._lines: dict[str, tuple[str, ...]] = {}
        self._pragmas: dict[str, frozenset[int]] = {}
        self.obeyed: frozenset[Problem] = frozenset()

    def has_pragma(self, path: str) -> bool:
        return bool(self._pragma_lines(path))

    def hides(self, problem: Problem) -> bool:
        added = self._job.changed.added(problem.file)
        end = problem.end or problem.line
        at = ruff_suppression(self._text(problem.file), problem.line, end, problem.rule)
        if at is not None:
            return at not in added
        pragmas = self._pragma_lines(problem.file)
        return bool(pragmas) and problem not in self.obeyed and not pragmas & added

    def _pragma_lines(self, path: str) -> frozenset[int]:
        if path not in self._pragmas:
            numbered = enumerate(self._text(path), 1)
            self._pragmas[path] = frozenset(number for number, text in numbered if _PRAGMA.search(text))
        return self._pragmas[path]

    def _text(self, path: str) -> tuple[str, ...]:
        if path not in self._lines:
            self._lines[path] = self._job.lines(path)
        return self._lines[path]
