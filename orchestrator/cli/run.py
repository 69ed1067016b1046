"""`code-review [run]`: parse the flags, build the session, execute the review, print what came of it."""

import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import anyio
import typer

from orchestrator import __version__
from orchestrator.cli.alone import Ends, check_panel_flags, execute_alone, mode_of
from orchestrator.cli.ending import Finish, finish, say_dry_run, until_told_to_end
from orchestrator.cli.opened import opened
from orchestrator.cli.options import RunOptions, command
from orchestrator.cli.output import print_json, print_text
from orchestrator.cli.plan import Plan, make_plan
from orchestrator.cli.progress import StderrProgress
from orchestrator.cli.question import ask_what_to_fix, console
from orchestrator.dispatch.waves import max_parallel_from
from orchestrator.engines.programs.environment import NESTED, is_nested
from orchestrator.errors import ExitCode, UsageError
from orchestrator.findings.risks import RISKS_TEMPLATE
from orchestrator.fixloop.choice import Because, Choice, Extent, Flags
from orchestrator.report.json_report import documentation_only_object
from orchestrator.report.safe import one_line
from orchestrator.review import review
from orchestrator.scope.policy_files import RISKS_FILE
from orchestrator.settings.model import Settings
from orchestrator.system.clock import SystemClock
from orchestrator.system.files import write_atomic
from orchestrator.system.git import GitDoor
from orchestrator.system.process import ProcessDoor
from orchestrator.values.report import Report
from orchestrator.wiring.keep import Keeper
from orchestrator.wiring.run_log import RunLog, open_run_log
from orchestrator.wiring.run_request import DocumentationOnly, DryRun, Ports
from orchestrator.wiring.session import Session
from orchestrator.wiring.team import prepare_team

COMMAND_NAMES = (
    "run",
    "hooks",
    "lenses",
    "modes",
    "config",
    "init",
    "gate",
    "record",
    "exchange",
    "apply-fixes",
    "fixes",
    "metrics",
    "step",
)
PARALLEL_VARIABLE = "DEV_TEAM_MAX_PARALLEL_REVIEW_AGENTS"


def execute(options: RunOptions, words: tuple[str, ...]) -> int:
    """Review a change with a panel of independent lenses and print one verdict."""
    if options.version:
        print_text(f"code-review {__version__}\n")
        return ExitCode.OK
    return execute_run(options, make_plan(options, words, Path.cwd(), COMMAND_NAMES), finish)


def execute_run(options: RunOptions, plan: Plan, end: Finish) -> int:
    """Runs the review that `plan` asks for; `end` gets its report and says the exit code."""
    if is_nested(os.environ):
        raise UsageError(
            "this runs inside a review already, and a reviewer does not start another one",
            hint=f"{NESTED} is set; unset it if that is a mistake",
        )
    if options.init_risks:
        return _init_risks(GitDoor(Path.cwd()).top, as_json=options.as_json)
    dry = options.dry_run
    since, whole = plan.targets.scope.since, plan.whole_files
    session = opened(plan.given, since=since, whole_files=whole, completes=not dry)
    log = RunLog(None) if dry else open_run_log(datetime.now(UTC), _first_line(), tree=session.git.top)
    log.session(session)
    code = _execute(options, plan, session, log, end)
    log.end(code)
    return code


def _execute(options: RunOptions, plan: Plan, session: Session, log: RunLog, end: Finish) -> int:
    mode = mode_of(session, log)
    make_ports = partial(_ports, options)
    if mode is not None:
        if plan.whole_files:
            # The settings name the mode: what was opened for whole files is opened again for a change.
            session = opened(plan.given, since=plan.targets.scope.since, completes=False)
        return execute_alone(options, plan, session, mode, Ends(make_ports, end), log)
    check_panel_flags(options)
    log.note("mode: panel")
    log.settings(session.settings)
    ports = make_ports(session)
    ended = anyio.run(until_told_to_end, partial(review, plan.targets, plan.request, session, ports))
    if ended is None:
        raise KeyboardInterrupt
    if isinstance(ended, DocumentationOnly):
        return _say_documentation_only(ended, as_json=options.as_json)
    if isinstance(ended, DryRun):
        return say_dry_run(ended, as_json=options.as_json)
    fail_on = session.settings.text("fail_on")
    return end(ended, ports.keeper, fail_on, as_json=options.as_json, internal=options.internal)


def _first_line() -> str:
    return f"code-review {__version__} {shlex.join(sys.argv[1:])}"


run_command = command(RunOptions, execute)


def _ports(options: RunOptions, session: Session) -> Ports:
    clock = SystemClock()
    return Ports(
        process=ProcessDoor(),
        clock=clock,
        progress=StderrProgress(),
        make_team=prepare_team(session, clock, os.environ, sends=not options.dry_run),
        confirm=partial(_confirm, silent=options.as_json or options.yes),
        keeper=Keeper(session.git, clock),
        max_parallel=max_parallel_of(session.settings),
        environ=os.environ,
        choose=partial(_choose, options),
        ask_tests=partial(_ask_tests, options),
    )


def _say_documentation_only(ended: DocumentationOnly, *, as_json: bool) -> int:
    if as_json:
        print_json(documentation_only_object(ended.files))
    else:
        print_text(
            f"Documentation-only changeset ({len(ended.files)} file{'s' if len(ended.files) != 1 else ''}): skipping code review. "
            'Review it anyway with --force --reason "<text>".\n'
        )
    state = "written" if ended.gate.written else "not written"
    sys.stderr.write(f"Gate file {state}: {ended.gate.reason} ({ended.gate.rule})\n")
    return ExitCode.OK


def _init_risks(top: Path, *, as_json: bool) -> int:
    path = top / RISKS_FILE
    if path.exists() or path.is_symlink():
        raise UsageError(f"{RISKS_FILE} exists and is left as it is", hint="add your rules to it by hand")
    write_atomic(path, RISKS_TEMPLATE.encode("utf-8"))
    if as_json:
        print_json({"written": RISKS_FILE})
    else:
        print_text(f"{RISKS_FILE} written; it accepts nothing until you add rules to it.\n")
    return ExitCode.OK


def _choose(options: RunOptions, report: Report, diff: Callable[[], str]) -> Choice:
    """What is to be fixed, asked on a terminal unless a flag says it."""
    flags = Flags(fix=options.fix or options.resume_fix, yes=options.yes, as_json=options.as_json)
    quiet = options.background or options.internal
    if quiet and not flags.fix:
        return Choice(Extent.NONE, (), Because.NO_TERMINAL)
    with _typing():
        return ask_what_to_fix(report.findings, flags, diff)


def _ask_tests(options: RunOptions, reason: str) -> str:
    """A command that runs the project's tests, from whoever has just chosen what is fixed."""
    asks_nothing = options.fix or options.resume_fix or options.yes or options.as_json
    at = console()
    if asks_nothing or not at.is_terminal:
        return ""
    with _typing():
        at.show(f"{one_line(reason)}.\n")
        return at.line("Command that runs the tests of this project (Enter for none): ") or ""


@contextmanager
def _typing() -> Iterator[None]:
    """While somebody types, Ctrl-C is for the question and not for a loop that nobody is turning."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _confirm(question: str, *, silent: bool) -> bool:
    """Asks on a terminal only; a caller that cannot answer has said yes by naming no scope."""
    if silent or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return True
    return typer.confirm(question, default=False, err=True)


def max_parallel_of(settings: Settings) -> int:
    """How many lenses are asked at once: what the environment says, else the settings."""
    given = os.environ.get(PARALLEL_VARIABLE)
    return int(settings.number("waves.max_parallel")) if given is None else max_parallel_from(given)
