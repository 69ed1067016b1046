"""`code-review metrics`: what the reviews of this work tree cost and yielded, from the rows that they left behind."""

import shutil
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer

from orchestrator.cli.duration import seconds_of
from orchestrator.cli.ending import colour_of
from orchestrator.cli.output import print_json, print_text
from orchestrator.errors import ExitCode, UsageError
from orchestrator.report.choices import Look
from orchestrator.report.figures import figures
from orchestrator.report.figures_json import figures_object
from orchestrator.report.figures_text import figures_text
from orchestrator.system.git import GitDoor
from orchestrator.wiring.metric_files import read_recorded


def metrics_command(
    since: Annotated[
        str, typer.Option("--since", metavar="DURATION", help="Count only what is not older, e.g. 12h, 30d or 8w.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Show what the reviews of this work tree cost and yielded."""
    first = _first(since)
    recorded = read_recorded(GitDoor(Path.cwd()), first)
    found = figures(recorded.rows)
    if as_json:
        print_json(figures_object(found, recorded, first))
    else:
        look = Look(shutil.get_terminal_size((100, 24)).columns, colour=colour_of(sys.stdout))
        print_text(figures_text(found, recorded, first, look))
    return ExitCode.OK


def _first(since: str) -> datetime | None:
    if not since:
        return None
    try:
        return datetime.now(UTC) - timedelta(seconds=seconds_of(since))
    except OverflowError as error:
        raise UsageError(f"{since} goes back further than there are dates", hint="leave --since out") from error
