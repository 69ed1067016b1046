"""How a run ends for whoever started it: what is printed, what is kept, which exit code says it."""

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Protocol, TextIO, TypeVar

from orchestrator.cli.output import print_json, print_text
from orchestrator.errors import ExitCode
from orchestrator.findings.verdict import exit_code_for
from orchestrator.report.dry_run import dry_run_object, dry_run_text
from orchestrator.report.json_report import JsonReporter
from orchestrator.report.terminal import TerminalReporter
from orchestrator.values.report import Report
from orchestrator.wiring.keep import Keeper
from orchestrator.wiring.run_request import DryRun

T = TypeVar("T")


class Finish(Protocol):
    """What becomes of a finished report; the answer is the exit code."""

    def __call__(self, report: Report, keeper: Keeper, fail_on: str, *, as_json: bool, internal: bool) -> int:
        """Takes the report."""
        ...


async def until_told_to_end(work: Callable[[], Awaitable[T]]) -> T | None:
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


def finish(report: Report, keeper: Keeper, fail_on: str, *, as_json: bool, internal: bool) -> int:
    """Keeps and prints `report`; returns its exit code."""
    written = keeper.keep(report, durable=not (as_json or internal), prompts=not as_json)
    if as_json:
        sys.stdout.write(JsonReporter().render(report).decode("ascii"))
        sys.stdout.flush()
    else:
        print_text(TerminalReporter(width=_width(), colour=colour_of(sys.stdout)).render(report).decode("utf-8"))
    sys.stderr.write("".join(f"{line}\n" for line in written))
    return exit_code_for(report.overall, report.verdict, fail_on)


def say_dry_run(ended: DryRun, *, as_json: bool) -> int:
    """Prints what would be sent."""
    if as_json:
        print_json(dry_run_object(ended.report, ended.planned, ended.stopped))
    else:
        print_text(dry_run_text(ended.report, ended.planned, ended.stopped))
    return ExitCode.OK


def colour_of(stream: TextIO) -> bool:
    """True when `stream` is a terminal that colour is wanted on."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _width() -> int:
    return shutil.get_terminal_size((100, 24)).columns
