"""eslint as the project has it, read message by message."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from orchestrator.checks.project_model import (
    Job,
    NotCheckedError,
    Problem,
    ProjectCheck,
    Said,
    counted,
    judge,
    places,
    split,
    telling_line,
)
from orchestrator.checks.project_start import need_node_modules, node_program, start
from orchestrator.values.analysis import GateStatus

SCRIPTS = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte")
_DIRECTIVE = re.compile(r"(?:/\*|//)\s*eslint-disable(-next-line|-line)?(?![\w-])([^*\n]*)")
_INLINE_RULES = re.compile(r"/\*\s*eslint\s+\S")
_ERROR, _WARNING = 2, 1
_BROKE = 2


async def run_eslint(check: ProjectCheck, job: Job) -> Said:
    """Fails for an error on a changed line, also for one that a comment of this very change silences."""
    targets = job.targets(SCRIPTS)
    if not targets:
        return Said(GateStatus.SKIPPED, f"{check.title}: no file of the scope is for it")
    if check.node:
        need_node_modules(job)
    program = node_program(job, "eslint")
    # An ignore list that the change edits must not take files out of its own review.
    options = ("--format", "json", *(("--no-ignore",) if job.edited else ()), "--", *map(job.spelled, targets))
    done = await start(job, (program, *options))
    try:
        results = _read(done.stdout, job.top)
        answer = _Answer(results, check, job)
        mine, elsewhere = split(answer.problems, job.changed)
        return judge(check.title, mine, elsewhere, answer.warnings(mine), len(targets) - len(answer.ignored))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        why = telling_line(done.stderr) if done.code >= _BROKE else "it printed what is not its JSON"
        raise NotCheckedError(f"exit {done.code}: {why}") from error


def _read(data: bytes, top: Path) -> dict[str, Mapping[str, Any]]:
    """Results by repository path."""
    base = top.resolve()
    by_place = {Path(entry["filePath"]).resolve(): entry for entry in json.loads(data)}
    return {place.relative_to(base).as_posix(): entry for place, entry in by_place.items() if base in place.parents}


class _Answer:
    """What eslint said about the files of the scope."""

    def __init__(self, results: Mapping[str, Mapping[str, Any]], check: ProjectCheck, job: Job) -> None:
        self._results = results
        self._job = job
        self._directives: dict[str, tuple[tuple[int, str, frozenset[str]], ...]] = {}
        self._weakest = _WARNING if check.strict else _ERROR
        self.problems = tuple(self._problems())
        self.ignored = tuple(path for path, entry in results.items() if any(map(_is_ignored, entry["messages"])))

    def warnings(self, mine: Sequence[Problem]) -> list[str]:
        """What keeps a pass from meaning that the change is clean."""
        failing = {one.file for one in mine}
        broken = [path for path in self._unparsed() if path not in failing]
        found = [f"{counted(len(broken), 'file')} could not be parsed, first {broken[0]}"] if broken else []
        inline = [
            (path, line)
            for path in self._results
            for line, text in self._job.added_lines(path)
            if _INLINE_RULES.search(text) or (self._is_old(path) and _DIRECTIVE.search(text))
        ]
        return [*found, *([f"the change configures eslint in a comment: {places(inline)}"] if inline else [])]

    def _problems(self) -> Iterator[Problem]:
        for path, entry in self._results.items():
            for message in entry["messages"]:
                if not _is_ignored(message) and int(message["severity"]) >= self._weakest:
                    yield _problem(path, message)
            for message in entry.get("suppressedMessages", ()):
                if int(message["severity"]) >= self._weakest and not self._was_silenced(path, message):
                    yield _problem(path, message)

    def _was_silenced(self, path: str, message: Mapping[str, Any]) -> bool:
        """True unless the comment that hides the message came with the change."""
        if path not in self._directives:
            self._directives[path] = tuple(_directives(self._job.lines(path)))
        directives = self._directives[path]
        rule, line = str(message.get("ruleId")), int(message["line"])
        hiding = [at for at, kind, rules in directives if _covers(kind, at, line) and (not rules or rule in rules)]
        added = self._job.changed.added(path)
        return any(at not in added for at in hiding) or not (hiding or any(at in added for at, _, _ in directives))

    def _unparsed(self) -> Iterator[str]:
        for path, entry in self._results.items():
            if any(message.get("fatal") for message in entry["messages"]):
                yield path

    def _is_old(self, path: str) -> bool:
        """An eslint before 8.8 does not tell what its comments silenced."""
        return "suppressedMessages" not in self._results[path]


def _problem(path: str, message: Mapping[str, Any]) -> Problem:
    line, end = int(message.get("line") or 1), message.get("endLine")
    rule = str(message.get("ruleId") or "")
    return Problem(file=path, line=line, end=int(end) if end else None, rule=rule, message=str(message["message"]))


def _is_ignored(message: Mapping[str, Any]) -> bool:
    return message.get("ruleId") is None and not message.get("fatal") and "ignored" in str(message["message"]).lower()


def _directives(lines: Sequence[str]) -> Iterator[tuple[int, str, frozenset[str]]]:
    """Line, kind and rules (none means all) of each comment that switches rules off."""
    for number, text in enumerate(lines, 1):
        for found in _DIRECTIVE.finditer(text):
            listed = found[2].split("--")[0]
            yield number, found[1] or "", frozenset(name.strip() for name in listed.split(",") if name.strip())


def _covers(kind: str, at: int, line: int) -> bool:
    if kind == "-line":
        return at == line
    return at == line - 1 if kind == "-next-line" else at <= line
