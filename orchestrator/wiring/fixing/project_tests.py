"""The project's own tests as the judge of fixes: which commands, whether they may run, and what they said."""

import os
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from orchestrator.checks.changed_lines import ChangedLines
from orchestrator.checks.project_model import Job, NotCheckedError, NotStartedError, telling_line
from orchestrator.checks.project_start import any_program, need_node_modules, python_interpreter, start
from orchestrator.checks.project_tests import Kind, TestCommand, detect_tests
from orchestrator.errors import ConfigurationError
from orchestrator.redaction import redact
from orchestrator.report.safe import visible
from orchestrator.scope.status import read_status
from orchestrator.seams import Finished, Git, Process
from orchestrator.settings.model import Settings
from orchestrator.system.worktree import WorkTree
from orchestrator.wiring.ci import in_ci
from orchestrator.wiring.project_trust import OFF, Permission, switch
from orchestrator.wiring.session import BASE, Session
from orchestrator.wiring.trust import open_consent

TESTS = "fix.tests"
COMMAND = "fix.test_command"
NONE_FOUND = f"the project has no tests that could be found; {COMMAND} names a command that runs them"
_GROUP = "fix"
_TAIL_LINES = 40
_TAIL_SIGNS = 300
# A compiled file may pass for one of a source that was changed within the same second.
_ALWAYS = {"PYTHONDONTWRITEBYTECODE": "1"}
# Without it, many test runners for JavaScript wait for changes instead of ending.
_NODE = {"CI": "true"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TestRun:
    """One run of all commands, up to the first that failed.

    `detail` is one line for people, `tail` the last lines that the failed command printed, both without secrets. `wrote`
    are paths that git did not list as changed before the run.
    """

    __test__ = False

    passed: bool
    detail: str
    tail: str = ""
    wrote: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectTests:
    """The tests of one project. `reason` says why nothing runs, empty when something does.

    `none_found` tells that the user may be asked for a command. `missing` says of commands that cannot be started why.
    """

    job: Job
    git: Git
    commands: tuple[TestCommand, ...] = ()
    reason: str = ""
    none_found: bool = False
    missing: tuple[str, ...] = ()

    async def run(self) -> TestRun:
        """Runs every command in the work tree as it is. A command that hangs, crashes or vanished has failed.

        Raises ValueError when there is none.
        """
        if not self.commands:
            raise ValueError(self.reason)
        before = read_status(self.git).changed
        ended = [await self._one(self.commands[0])]
        for command in self.commands[1:]:
            if ended[-1].passed:
                ended.append(await self._one(command))
        wrote = tuple(sorted(read_status(self.git).changed - before))
        detail = "; ".join(one.detail for one in ended) if ended[-1].passed else ended[-1].detail
        return replace(ended[-1], detail=detail, wrote=wrote)

    async def _one(self, command: TestCommand) -> TestRun:
        job = replace(self.job, folder=command.folder)
        try:
            done = await start(job, _argv(command, job), extra=_ALWAYS | (_NODE if command.kind is Kind.NODE else {}))
        except (NotCheckedError, NotStartedError) as error:
            return TestRun(passed=False, detail=f"{command.title}: {error}")
        if not done.code:
            return TestRun(passed=True, detail=f"{command.title}: passed")
        line, _ = redact(telling_line(done.stdout, done.stderr))
        return TestRun(passed=False, detail=f"{command.title}: exit {done.code}: {line}", tail=_tail(done))


def find_tests(
    session: Session, process: Process, environ: Mapping[str, str], files: Sequence[str] = ()
) -> ProjectTests:
    """The tests of the projects that `files` belong to, those of the top level without any.

    Raises ConfigurationError for a command that cannot be read, and for one of the project that nobody agreed to.
    """
    settings = session.settings
    tests = ProjectTests(job=_job(session, process), git=session.git)
    given = _given(settings)
    if switch(settings, TESTS) == OFF:
        return replace(tests, reason=f"switched off by {TESTS} ({settings.sources[TESTS]})")
    if given and settings.text("checks.project_code") != "never" and not in_ci(environ):
        open_consent(session, environ).require((_GROUP,))
    why = Permission(settings=settings, from_base=session.trust == BASE, environ=environ).why_not()
    if why:
        return replace(tests, reason=f"the project's tests are not run: {why}")
    found = given or detect_tests(tests.job.policy, _listed(session.git), files)
    return _startable(tests, found) if found else replace(tests, reason=NONE_FOUND, none_found=True)


def why_no_judge(first: TestRun) -> str:
    """Why tests say nothing about fixes, from their run before any fix; empty when they do."""
    if first.passed:
        return ""
    return f"the project's tests failed before anything was fixed, so they say nothing about fixes ({first.detail})"


def _given(settings: Settings) -> tuple[TestCommand, ...]:
    line = settings.text(COMMAND).strip()
    try:
        argv = tuple(shlex.split(line))
    except ValueError as error:
        raise ConfigurationError(f"{settings.sources[COMMAND]}: {COMMAND} is no command line: {error}") from error
    return (TestCommand(argv),) if argv else ()


def _startable(tests: ProjectTests, found: Sequence[TestCommand]) -> ProjectTests:
    commands, missing = [], []
    for command in found:
        try:
            _argv(command, replace(tests.job, folder=command.folder))
        except NotStartedError as error:
            missing.append(f"{command.title}: {error}")
        else:
            commands.append(command)
    reason = "" if commands else f"the project's tests cannot be started: {'; '.join(missing)}"
    return replace(tests, commands=tuple(commands), missing=tuple(missing), reason=reason, none_found=not commands)


def _argv(command: TestCommand, job: Job) -> tuple[str, ...]:
    """The command line with the program found. Raises NotStartedError."""
    if command.kind is Kind.PYTEST:
        return (*_pytest(job), *command.argv[1:])
    if command.kind is Kind.NODE:
        need_node_modules(job)
    return (any_program(job, command.argv[0]), *command.argv[1:])


def _pytest(job: Job) -> tuple[str, ...]:
    """The pytest that has the project's packages. This program's own has not, so it is not looked for."""
    python = python_interpreter(job)
    if python and (Path(python).parent / "pytest").exists():
        return python, "-m", "pytest"
    found = shutil.which("pytest")
    if found is None:
        raise NotStartedError("pytest is not installed in the project's environment")
    return (found,)


def _job(session: Session, process: Process) -> Job:
    tree = WorkTree(session.git.top, ())
    return Job(
        files=(),
        changed=ChangedLines((), has_diff=False),
        tree=tree,
        policy=tree.read,
        paths=tuple,
        top=session.git.top,
        process=process,
        seconds=session.settings.number("fix.test_timeout"),
    )


def _listed(git: Git) -> list[str]:
    raw = git.run("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
    return [os.fsdecode(path) for path in raw.split(b"\0") if path]


def _tail(done: Finished) -> str:
    text = b"\n".join((done.stdout, done.stderr)).decode("utf-8", "replace")
    lines = [line.replace("\t", "    ").rstrip() for line in redact(text)[0].splitlines()]
    return "\n".join(visible(line)[:_TAIL_SIGNS] for line in [line for line in lines if line][-_TAIL_LINES:])
