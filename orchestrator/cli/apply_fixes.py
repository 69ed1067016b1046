"""`code-review apply-fixes`: what a review left to be corrected is put into the code."""

import os
import shutil
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar

import anyio
import typer

from orchestrator.cli.asking import Asking
from orchestrator.cli.ending import colour_of, until_told_to_end
from orchestrator.cli.opened import opened
from orchestrator.cli.options import command
from orchestrator.cli.output import print_json, print_text
from orchestrator.cli.question import Console, console
from orchestrator.engines.programs.environment import NESTED, is_nested
from orchestrator.errors import ExitCode, UsageError
from orchestrator.fixloop.agreement import Treatment, treatment
from orchestrator.report.apply_text import Ended, ended_object, ended_text
from orchestrator.report.choices import Look
from orchestrator.report.words import plural
from orchestrator.settings.assign import parse_assignments
from orchestrator.settings.model import Value
from orchestrator.system.clock import SystemClock
from orchestrator.system.process import ProcessDoor
from orchestrator.values.correcting import CorrectionState, Offers
from orchestrator.values.finding import Finding
from orchestrator.wiring.fixing.choosing import Draft, choose, together
from orchestrator.wiring.fixing.correcting import Corrections, find_corrections, ground_of, make_fixes
from orchestrator.wiring.fixing.fixers import engine_of, open_fixers
from orchestrator.wiring.fixing.project_tests import find_tests
from orchestrator.wiring.keep import CORRECTIONS
from orchestrator.wiring.session import Session

T = TypeVar("T")

DRY_RUN = "not run in a dry run"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyOptions:
    """The flags of one call."""

    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="Corrections, or folders of them. [default: corrections]"),
    ] = None
    engine: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who writes fixes that no tool makes; as for a review.")
    ] = None
    replay_dir: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of scripted replies for the replay engine.")
    ] = None
    assign: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Set any setting for this call. Repeatable.")
    ] = None
    everything: Annotated[bool, typer.Option("--all", help="Apply medium confidence too, without asking.")] = False
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be changed; change nothing.")] = False
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Never ask; medium confidence is left.")] = False
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object; never ask.")] = False

    @property
    def given(self) -> Mapping[str, Value]:
        """Settings of the command line; a flag wins over `--set`. Nobody reviews here: the engine is the one for fixes."""
        flags = {"fix.engine": self.engine, "replay.dir": str(self.replay_dir) if self.replay_dir else None}
        return {**parse_assignments(self.assign or ()), **{key: value for key, value in flags.items() if value}}


def execute(options: ApplyOptions, words: tuple[str, ...]) -> int:
    """Apply the corrections that a review has left. High confidence is applied, medium asked about on a terminal."""
    del words  # paths are declared, so nothing is left over
    if is_nested(os.environ):
        raise UsageError("this runs inside a review, and a reviewer fixes nothing", hint=f"{NESTED} is set")
    session = opened(options.given, completes=not options.dry_run)
    ended = _apply(_corrections(session, options.paths or ()), session, options, console())
    if options.as_json:
        print_json(ended_object(ended))
    else:
        print_text(ended_text(ended, _look()))
    return ExitCode.FAIL if ended.of(CorrectionState.REFUSED) else ExitCode.OK


apply_fixes_command = command(ApplyOptions, execute)


def _corrections(session: Session, paths: Sequence[str]) -> Corrections:
    missing = [path for path in paths if not os.path.lexists(path)]
    if missing:
        raise UsageError(f"{missing[0]} does not exist", hint="a review keeps them in corrections/")
    named = [_whole(Path(path)) for path in paths]
    folders = [path for path in named if path.is_dir()] if named else [session.git.top / CORRECTIONS]
    return find_corrections(session.git, [path for path in named if path not in folders], folders)


def _apply(corrections: Corrections, session: Session, options: ApplyOptions, place: Console) -> Ended:
    asks = place.is_terminal and not (options.yes or options.as_json or options.dry_run)
    treat = partial(_treat, options.everything, asks)
    corrections.sort(treat)
    # A command that nobody agreed to ends this before anybody is asked about anything.
    tests = find_tests(session, ProcessDoor(), os.environ, sorted(corrections.files))
    offers = _offers(corrections, session)
    corrections.unoffered(offers)
    ground = ground_of(session, corrections.files)
    chosen, turned = choose(offers.proposals, ground, Asking(place, treat).agree)
    corrections.turned(turned)
    judged = DRY_RUN if options.dry_run and chosen else ""
    if chosen and not options.dry_run:
        carried = _run(partial(make_fixes, session.git, chosen, ground, tests))
        corrections.turned(carried.turned)
        chosen, judged = carried.made, carried.tests
    stayed = corrections.made(chosen, remove=not options.dry_run)
    return Ended(
        done=tuple(corrections.done),
        dry_run=options.dry_run,
        engine=engine_of(session.settings),
        tests=judged,
        diff=together(chosen, ground),
        notes=(*offers.notes, *stayed),
    )


def _whole(path: Path) -> Path:
    """An absolute path to `path` itself; what it leads to, if it is a link, is not read."""
    return path.resolve() if path.is_dir() and not path.is_symlink() else path.parent.resolve() / path.name


def _treat(everything: bool, asks: bool, finding: Finding) -> Treatment:
    return treatment(finding.confidence, everything=everything, asks=asks)


def _offers(corrections: Corrections, session: Session) -> Offers:
    if not corrections.standing:
        return Offers()
    findings, tree = tuple(corrections.standing), Draft(corrections.files)
    sys.stderr.write(f"· working out fixes for {plural(len(findings), 'finding')}\n")

    async def ask() -> Offers:
        async with open_fixers(session, ProcessDoor(), SystemClock(), os.environ, tree) as fixers:
            return await fixers.offers(findings, tree)

    return _run(ask)


def _run(work: Callable[[], Awaitable[T]]) -> T:
    """What `work` comes to. Told to end, everything it started and changed is gone when this raises."""
    ended = anyio.run(until_told_to_end, work)
    if ended is None:
        raise KeyboardInterrupt
    return ended


def _look() -> Look:
    return Look(shutil.get_terminal_size((100, 24)).columns, colour=colour_of(sys.stdout))
