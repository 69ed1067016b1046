"""`code-review record check` and `record challenge`: reviewers are asked about findings that are recorded."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import anyio
import typer

from orchestrator.cli.ending import until_told_to_end
from orchestrator.cli.opened import opened
from orchestrator.cli.options import command
from orchestrator.cli.output import print_checked, print_text
from orchestrator.cli.progress import StderrProgress
from orchestrator.cli.record_ask_text import asked_text
from orchestrator.cli.run import max_parallel_of
from orchestrator.engines.programs.environment import NESTED, is_nested
from orchestrator.errors import ExitCode, UsageError
from orchestrator.record.asked import asked_object
from orchestrator.settings.assign import parse_assignments
from orchestrator.settings.model import Value
from orchestrator.system.clock import SystemClock
from orchestrator.system.process import ProcessDoor
from orchestrator.wiring.record import open_records
from orchestrator.wiring.record_asking import CHALLENGE, CHECK, AskingDoors, Order, ask_about
from orchestrator.wiring.team import prepare_team


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """The flags of `record check`."""

    change: Annotated[str, typer.Option("--change", metavar="NAME", help="The change, by the name of its folder.")]
    ids: Annotated[
        list[str] | None, typer.Option("--id", metavar="ID", help="Ask about this finding alone. Repeatable.")
    ] = None
    engine: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who is asked; as for a review, but never rules.")
    ] = None
    replay_dir: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of scripted replies for the replay engine.")
    ] = None
    exchange_dir: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder through which the exchange engine asks and is answered.")
    ] = None
    assign: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Set any setting for this call. Repeatable.")
    ] = None
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False

    @property
    def given(self) -> Mapping[str, Value]:
        """Settings of the command line; a flag wins over `--set`."""
        folders = {"replay.dir": self.replay_dir, "exchange.dir": self.exchange_dir}
        flags = {"engine": self.engine, **{key: str(path) for key, path in folders.items() if path}}
        return {**parse_assignments(self.assign or ()), **{key: value for key, value in flags.items() if value}}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeOptions(CheckOptions):
    """The flags of `record challenge`."""

    file: Annotated[
        bool, typer.Option("--file", help="You are the author: write the disputes into the record as yours.")
    ] = False


def check(options: CheckOptions, words: tuple[str, ...]) -> int:
    """Have the owning role check every answer that waits for it, once. Exit 4 when one still waits."""
    del words  # nothing but flags is declared
    return _ask(options, CHECK, writes=True)


def challenge(options: ChallengeOptions, words: tuple[str, ...]) -> int:
    """Have the skeptic try to refute each open finding by a quote; a refutation is drafted as a dispute."""
    del words  # as above
    return _ask(options, CHALLENGE, writes=options.file)


check_command = command(CheckOptions, check)
challenge_command = command(ChallengeOptions, challenge)


def _ask(options: CheckOptions, what: str, *, writes: bool) -> int:
    if is_nested(os.environ):
        raise UsageError("this runs inside a review, and a reviewer asks no other", hint=f"{NESTED} is set")
    project = open_records(Path.cwd())
    # An unknown change is told before a settings file is made for anybody.
    project.review(options.change)
    session, clock = opened(options.given), SystemClock()
    doors = AskingDoors(
        process=ProcessDoor(),
        clock=clock,
        environ=os.environ,
        make_team=partial(prepare_team, session, clock, os.environ),
        progress=StderrProgress(),
        max_parallel=max_parallel_of(session.settings),
    )
    order = Order(change=options.change, what=what, ids=tuple(options.ids or ()), writes=writes)
    asked = anyio.run(until_told_to_end, partial(ask_about, order, session, project, doors))
    if asked is None:
        raise KeyboardInterrupt
    if options.as_json:
        print_checked(asked_object(asked), "record-asked")
    else:
        print_text(asked_text(asked))
    return ExitCode.OK if asked.complete else ExitCode.NO_VERDICT
