"""`code-review [run]`: parse the flags, build the session, execute the review, print what came of it."""

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import anyio
import typer

from orchestrator import __version__
from orchestrator.cli.opened import opened
from orchestrator.cli.options import RunOptions, command
from orchestrator.cli.output import print_json, print_text
from orchestrator.cli.plan import make_plan
from orchestrator.cli.progress import StderrProgress
from orchestrator.dispatch.waves import max_parallel_from
from orchestrator.engines.programs.environment import NESTED, is_nested
from orchestrator.errors import ExitCode, UsageError
from orchestrator.findings.risks import RISKS_TEMPLATE
from orchestrator.findings.verdict import exit_code_for
from orchestrator.report.dry_run import dry_run_object, dry_run_text
from orchestrator.report.json_report import JsonReporter, documentation_only_object
from orchestrator.report.terminal import TerminalReporter
from orchestrator.review import DocumentationOnly, DryRun, Ended, Ports, review
from orchestrator.scope.policy_files import RISKS_FILE
from orchestrator.settings.model import Settings
from orchestrator.system.clock import SystemClock
from orchestrator.system.files import write_atomic
from orchestrator.system.git import GitDoor
from orchestrator.system.process import ProcessDoor
from orchestrator.values.report import Report
from orchestrator.wiring.keep import Keeper
from orchestrator.wiring.session import Session
from orchestrator.wiring.team import prepare_team

COMMAND_NAMES = ("run", "hooks", "lenses", "modes", "config", "init", "gate", "exchange", "step")
PARALLEL_VARIABLE = "DEV_TEAM_MAX_PARALLEL_REVIEW_AGENTS"


def execute(options: RunOptions, words: tuple[str, ...]) -> int:
    """Review a change with a panel of independent lenses and print one verdict."""
    if options.version:
        print_text(f"code-review {__version__}\n")
        return ExitCode.OK
    if is_nested(os.environ):
        raise UsageError(
            "this runs inside a review already, and a reviewer does not start another one",
            hint=f"{NESTED} is set; unset it if that is a mistake",
        )
    plan = make_plan(options, words, Path.cwd(), COMMAND_NAMES)
    if options.init_risks:
        return _init_risks(GitDoor(Path.cwd()).top, as_json=options.as_json)
    session = opened(
        plan.given, since=plan.targets.scope.since, whole_files=plan.whole_files, completes=not options.dry_run
    )
    ports = _ports(options, session)
    ended = anyio.run(_until_told_to_end, partial(review, plan.targets, plan.request, session, ports))
    if ended is None:
        raise KeyboardInterrupt
    if isinstance(ended, DocumentationOnly):
        return _say_documentation_only(ended, as_json=options.as_json)
    if isinstance(ended, DryRun):
        return _say_dry_run(ended, as_json=options.as_json)
    return _finish(ended, options, ports, session.settings.text("fail_on"))


run_command = command(RunOptions, execute)


async def _until_told_to_end(work: Callable[[], Awaitable[Ended]]) -> Ended | None:
    """What `work` ends with; None when a signal ended it, after everything it started is gone.

    A signal to terminate is taken like Ctrl-C, and also where that one is ignored, as in the background of a shell.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    for number in (signal.SIGTERM, signal.SIGHUP):
        # A run started with nohup is to outlive its terminal.
        if task is not None and signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, task.cancel)
    try:
        return await work()
    except asyncio.CancelledError:
        return None


def _ports(options: RunOptions, session: Session) -> Ports:
    clock = SystemClock()
    return Ports(
        process=ProcessDoor(),
        clock=clock,
        progress=StderrProgress(),
        make_team=prepare_team(session, clock, os.environ, sends=not options.dry_run),
        confirm=partial(_confirm, silent=options.as_json or options.yes),
        keeper=Keeper(session.git, clock),
        max_parallel=_max_parallel(session.settings),
        environ=os.environ,
    )


def _finish(report: Report, options: RunOptions, ports: Ports, fail_on: str) -> int:
    written = ports.keeper.keep(report, durable=not (options.as_json or options.internal), prompts=not options.as_json)
    if options.as_json:
        sys.stdout.write(JsonReporter().render(report).decode("ascii"))
        sys.stdout.flush()
    else:
        print_text(TerminalReporter(width=_width(), colour=_colour()).render(report).decode("utf-8"))
    sys.stderr.write("".join(f"{line}\n" for line in written))
    return exit_code_for(report.overall, report.verdict, fail_on)


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


def _say_dry_run(ended: DryRun, *, as_json: bool) -> int:
    if as_json:
        print_json(dry_run_object(ended.report, ended.planned, ended.stopped))
    else:
        print_text(dry_run_text(ended.report, ended.planned, ended.stopped))
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


def _confirm(question: str, *, silent: bool) -> bool:
    """Asks on a terminal only; a caller that cannot answer has said yes by naming no scope."""
    if silent or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return True
    return typer.confirm(question, default=False, err=True)


def _max_parallel(settings: Settings) -> int:
    given = os.environ.get(PARALLEL_VARIABLE)
    return int(settings.number("waves.max_parallel")) if given is None else max_parallel_from(given)


def _colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _width() -> int:
    return shutil.get_terminal_size((100, 24)).columns
