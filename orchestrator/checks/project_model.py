"""What a project configures for itself: one command of one gate, and what became of it."""

import posixpath
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from orchestrator.checks.changed_lines import ChangedLines
from orchestrator.seams import Process, SourceTree
from orchestrator.values.analysis import GateResult, GateStatus
from orchestrator.values.change import ChangedFile
from orchestrator.values.text import decode_text, printable_path

LINT = "lint"
TYPE_CHECK = "type-check"

Reader = Callable[[str], bytes | None]
Gate = Callable[[], Awaitable[GateResult]]

_SHOWN = 3
_MESSAGE = 120


class Runner(StrEnum):
    """How a command is started and its answer read."""

    RUFF = "ruff"
    ESLINT = "eslint"
    MYPY = "mypy"
    TSC = "tsc"
    SCRIPT = "script"
    COMMAND = "command"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectCheck:
    """One command. `label` is what a person would type; `argv` is set where the project says how to start it.

    `strict` makes warnings fail; `node` says that installed packages of the project are needed. It runs in `folder`,
    empty for the top, and answers for `files`, None for all of the scope.
    """

    gate: str
    runner: Runner
    label: str
    argv: tuple[str, ...] = ()
    strict: bool = False
    node: bool = False
    folder: str = ""
    files: frozenset[str] | None = None

    @property
    def title(self) -> str:
        """`label`, and where it runs unless that is the top."""
        return f"{self.label} in {printable_path(self.folder)}" if self.folder else self.label


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What the commands of a run share. `policy` reads what decides, `tree` holds what is reviewed.

    `paths` lists every path of the reviewed tree; `seconds` bounds one start; `edited` says that the change edits what
    configures the command, which runs in `folder`.
    """

    files: tuple[ChangedFile, ...]
    changed: ChangedLines
    tree: SourceTree
    policy: Reader
    paths: Callable[[], Sequence[str]]
    top: Path
    process: Process
    seconds: float
    edited: bool = False
    folder: str = ""

    @property
    def place(self) -> Path:
        """Where the command runs."""
        return self.top / self.folder

    def for_check(self, check: ProjectCheck, *, edited: bool) -> "Job":
        """This job as `check` sees it: its folder and the files it answers for."""
        mine = self.files if check.files is None else tuple(one for one in self.files if one.path in check.files)
        return replace(self, files=mine, folder=check.folder, edited=edited)

    def spelled(self, path: str) -> str:
        """A repository path of the scope as the command in its folder spells it."""
        return path.removeprefix(f"{self.folder}/") if self.folder else path

    def meant(self, name: str) -> str:
        """The repository path that the command in its folder means by `name`."""
        return posixpath.normpath(posixpath.join(self.folder, name))

    def targets(self, endings: tuple[str, ...]) -> tuple[str, ...]:
        """Paths of the scope with one of `endings` that a tool can read."""
        usable = (one.path for one in self.files if not (one.deleted or one.binary or one.is_symlink))
        return tuple(path for path in usable if path.endswith(endings))

    def lines(self, path: str) -> tuple[str, ...]:
        """Lines of a reviewed file; empty when it cannot be read as text."""
        data = self.tree.read(path)
        text = decode_text(data) if data is not None else None
        return tuple(text.split("\n")) if text is not None else ()

    def added_lines(self, path: str) -> tuple[tuple[int, str], ...]:
        """Number and text of the lines that the change added to `path`."""
        added = self.changed.added(path)
        return tuple((number, text) for number, text in enumerate(self.lines(path), 1) if number in added)


@dataclass(frozen=True, slots=True)
class Said:
    """What one command came to, with one line for the report."""

    status: GateStatus
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One result of a command on 1-based lines of a repository path."""

    file: str
    line: int
    rule: str
    message: str
    end: int | None = None


class NotCheckedError(Exception):
    """A command that was started and told nothing: it hung, crashed or printed what nobody can read."""


class NotStartedError(Exception):
    """A command that could not be started because something is not installed."""


def split(problems: Sequence[Problem], changed: ChangedLines) -> tuple[tuple[Problem, ...], int]:
    """The problems this change answers for, each on its changed line, and the number of the others."""
    mine: list[Problem] = []
    for problem in problems:
        line = changed.locate(problem.file, problem.line, problem.end)
        if line is not None:
            mine.append(Problem(file=problem.file, line=line, rule=problem.rule, message=problem.message))
    return tuple(mine), len(problems) - len(mine)


def judge(label: str, mine: Sequence[Problem], elsewhere: int, warnings: Sequence[str], files: int) -> Said:
    """Fails for a problem of the change, warns for anything that keeps a pass from meaning what it says."""
    if mine:
        return Said(
            GateStatus.FAIL, f"{label}: {counted(len(mine), 'problem')}: {_listed([_place(one) for one in mine])}"
        )
    if warnings:
        return Said(GateStatus.WARN, f"{label}: {'; '.join(warnings)}")
    others = f"; {counted(elsewhere, 'problem')} outside the change" if elsewhere else ""
    return Said(GateStatus.PASS, f"{label}: no problem in {counted(files, 'file')}{others}")


def places(found: Sequence[tuple[str, int]]) -> str:
    """Where, the first few by name."""
    return _listed([f"{printable_path(file)}:{line}" for file, line in found])


def counted(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def telling_line(*streams: bytes) -> str:
    """The line of a command's output that says most: which test failed and why, else the first that names an error or a
    place, else the first at all. A heading between rules says nothing as long as there is another line."""
    text = "\n".join(stream.decode("utf-8", "replace") for stream in streams)
    lines = [" ".join(_ESCAPES.sub("", line).split()) for line in text.splitlines()]
    worth = [line for line in lines if any(char.isalnum() for char in line) and not _CHATTER.match(line)]
    worth = [line for line in worth if not _is_heading(line)] or worth
    found = (line for telling in (_FAILED_TEST, _BROKEN, _TELLING) for line in worth if telling.search(line))
    return next(found, worth[0] if worth else "it printed nothing")[:_MESSAGE]


_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_CHATTER = re.compile(r">|\$ |yarn run |npm (?:ERR!|error) (?:Lifecycle|code|path|workspace|location)", re.IGNORECASE)
# pytest: the line of its summary, and where that is switched off what was not as expected.
_FAILED_TEST = re.compile(r"^(?:FAILED|ERROR) \S+(?:\.py\b|::)")
_BROKEN = re.compile(r"^E \S")
_TELLING = re.compile(r"\b(?:error|fail\w*|warning|invalid|unexpected)\b|:\d+", re.IGNORECASE)


def _is_heading(line: str) -> bool:
    """`==== FAILURES ====`"""
    return line[0] in "=_-" and line[0] == line[-1] and " " in line


def _place(problem: Problem) -> str:
    rule = f"{problem.rule}: " if problem.rule else ""
    message = " ".join(problem.message.split())[:_MESSAGE]
    return f"{printable_path(problem.file)}:{problem.line} ({rule}{message})"


def _listed(shown: Sequence[str]) -> str:
    more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    return ", ".join(shown[:_SHOWN]) + more
