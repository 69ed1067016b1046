"""mypy as the project has it, blind to the comments by which the change would silence it."""

import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from orchestrator.checks.project import PYTHON, mypy_section
from orchestrator.checks.project_folders import within
from orchestrator.checks.project_model import (
    Job,
    NotCheckedError,
    Problem,
    ProjectCheck,
    Said,
    judge,
    places,
    split,
    telling_line,
)
from orchestrator.checks.project_start import python_interpreter, python_program, start
from orchestrator.values.analysis import GateStatus

_SILENCING = re.compile(r"#\s*(?:type\s*:\s*ignore|mypy\s*:)[^\n#]*")
_NOT_INSTALLED = frozenset({"import", "import-not-found", "import-untyped"})
_CHOOSES_FILES = frozenset({"files", "packages", "modules"})
_OPTIONS = (
    *("--output", "json", "--no-pretty", "--no-error-summary", "--hide-error-context", "--no-install-types"),
    *("--cache-dir", os.devnull),
)
_WHOLE_PROJECT = "."


async def run_mypy(check: ProjectCheck, job: Job) -> Said:
    """Fails for an error on a changed line. A module that mypy cannot find is a warning: it may just not be installed here."""
    targets = job.targets(PYTHON)
    if not targets:
        return Said(GateStatus.SKIPPED, f"{check.title}: no file of the scope is for it")
    program = python_program(job, "mypy")
    interpreter = python_interpreter(job)
    argv = [program, *_OPTIONS, *(("--python-executable", interpreter) if interpreter else ())]
    with tempfile.TemporaryDirectory(prefix="code-review-mypy-") as folder:
        argv += [part for pair in _shadows(job, targets, Path(folder)) for part in ("--shadow-file", *pair)]
        chosen = _what(mypy_section(within(job.policy, job.folder)), tuple(map(job.spelled, targets)))
        done = await start(job, (*argv, *chosen))
    try:
        found = tuple(_problems(done.stdout, job, set(targets)))
    except (ValueError, KeyError, TypeError) as error:
        said = telling_line(done.stderr, done.stdout)
        raise NotCheckedError(f"exit {done.code}: {said}") from error
    silent = not any(line.startswith(b"{") for line in done.stdout.splitlines())
    if (done.code > 1 and not found) or (done.code and silent):
        raise NotCheckedError(f"exit {done.code}: {telling_line(done.stderr, done.stdout)}")
    mine, elsewhere = split(found, job.changed)
    missing = [(one.file, one.line) for one in mine if one.rule in _NOT_INSTALLED]
    warnings = [f"mypy does not find what is imported at {places(missing)}"] if missing else []
    if done.code > 1:
        warnings.append(f"it gave up: {telling_line(done.stderr, done.stdout)}")
    counted = tuple(one for one in mine if one.rule not in _NOT_INSTALLED)
    return judge(check.title, counted, elsewhere, warnings, len(targets))


def _what(section: Mapping[str, object], targets: Sequence[str]) -> tuple[str, ...]:
    """What to check: what the project says; where it only says what not to, everything else; otherwise the scope."""
    if _CHOOSES_FILES & section.keys():
        return ()
    return (_WHOLE_PROJECT,) if "exclude" in section else ("--", *targets)


def _shadows(job: Job, targets: Sequence[str], folder: Path) -> Iterator[tuple[str, str]]:
    """Pairs of a file and a copy of it in which every silencing comment that the change added is blank."""
    for number, path in enumerate(targets):
        lines, added = job.lines(path), job.changed.added(path)
        heard = [_SILENCING.sub("#", text) if at in added else text for at, text in enumerate(lines, 1)]
        if heard != list(lines):
            copy = folder / f"{number}{Path(path).suffix}"
            copy.write_text("\n".join(heard), encoding="utf-8", errors="surrogateescape", newline="")
            yield job.spelled(path), str(copy)


def _problems(data: bytes, job: Job, targets: set[str]) -> Iterator[Problem]:
    for line in data.splitlines():
        # What mypy has to say of its configuration it prints beside the results.
        if not line.startswith(b"{"):
            continue
        entry = json.loads(line)
        file = job.meant(str(entry["file"]))
        if entry["severity"] == "error" and file in targets:
            rule = str(entry.get("code") or "")
            yield Problem(file=file, line=max(1, int(entry["line"])), rule=rule, message=str(entry["message"]))
