"""A review by one reviewer under a mode: which mode, which flags go with it, and the run."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import anyio

from orchestrator.cli.ending import Finish, say_dry_run, until_told_to_end
from orchestrator.cli.opened import put_right, tell
from orchestrator.cli.options import RunOptions
from orchestrator.cli.output import Told
from orchestrator.cli.plan import Plan
from orchestrator.errors import ExitCode, UsageError
from orchestrator.modes.resolve import resolve
from orchestrator.scope.request import ScopeRequest
from orchestrator.solo import Salvage, SoloRequest, review_alone
from orchestrator.values.change import ScopeKind
from orchestrator.values.mode import PANEL, Mode
from orchestrator.wiring.chosen import chosen_mode
from orchestrator.wiring.collect import Sources
from orchestrator.wiring.modes import modes_of
from orchestrator.wiring.run_log import RunLog
from orchestrator.wiring.run_request import DryRun, Ports
from orchestrator.wiring.session import Session
from orchestrator.wiring.single import cut_focus, under_mode


@dataclass(frozen=True, slots=True)
class Ends:
    """How a run begins and ends: the doors it gets, and what becomes of its report."""

    ports: Callable[[Session], Ports]
    finish: Finish


def mode_of(session: Session, log: RunLog) -> Mode | None:
    """The mode of the run, None for the panel. Raises UsageError.

    What had to be put right is in the log; told is what concerns the mode of the run, and to a panel that there is some.
    """
    modes = modes_of(session.settings)
    log.warn(modes.warnings)
    name = session.settings.text("mode")
    if name == PANEL:
        tell(put_right(modes))
        return None
    tell(modes.about(name))
    mode = chosen_mode(session, modes, name, resolve)
    tell(modes.about(mode.id) if mode.id != name else ())
    return mode


def check_panel_flags(options: RunOptions) -> None:
    """UsageError for flags that only a single reviewer understands."""
    given = {"--focus": options.focus, "--patch": options.patch, "--language": options.language}
    wrong = [flag for flag, value in given.items() if value is not None]
    if wrong:
        raise UsageError(f"{wrong[0]} goes with a mode", hint=f"give --mode cr {wrong[0]} ..., or leave it out")


def execute_alone(options: RunOptions, plan: Plan, session: Session, mode: Mode, ends: Ends, log: RunLog) -> int:
    """Runs the review and prints it. What was recorded by the time somebody interrupts it is printed too."""
    _check_flags(options)
    session = under_mode(session, mode)
    log.note(f"mode: {mode.id} ({mode.label}), from {mode.source}")
    log.settings(session.settings)
    focus, cut = cut_focus(options.focus or "", session.settings)
    sources = Sources(scope=_scope(plan.targets.scope), patch=_patch(options.patch))
    request = SoloRequest(mode=mode, sources=sources, focus=focus, dry_run=options.dry_run, notices=cut)
    ports, salvage = ends.ports(session), Salvage()
    end = partial(ends.finish, keeper=ports.keeper, as_json=options.as_json, internal=options.internal)
    fail_on = session.settings.text("fail_on")
    try:
        ended = anyio.run(until_told_to_end, partial(review_alone, request, session, ports, salvage))
    except KeyboardInterrupt:
        ended = None
    if isinstance(ended, DryRun):
        return say_dry_run(ended, as_json=options.as_json)
    if ended is not None:
        return end(ended, fail_on=fail_on)
    if salvage.report is None:
        raise KeyboardInterrupt
    end(salvage.report, fail_on=fail_on)
    return Told(ExitCode.INTERRUPTED)


def _check_flags(options: RunOptions) -> None:
    given = {
        "--agent": options.agent,
        "--background": options.background,
        "--force": options.force,
        "--all": options.everything,
        "--no-slice": options.no_slice,
    }
    wrong = [flag for flag, value in given.items() if value]
    if wrong:
        raise UsageError(
            f"{wrong[0]} belongs to the panel and does not go with a mode", hint=f"leave it out, or give --mode {PANEL}"
        )


def _scope(scope: ScopeRequest) -> ScopeRequest:
    """Without a ref the work tree is compared; a path narrows that, because a mode never reviews whole files."""
    if scope.kind in {ScopeKind.AUTO, ScopeKind.PATH}:
        return replace(scope, kind=ScopeKind.WORKTREE)
    return scope


def _patch(name: str | None) -> bytes | None:
    if name is None:
        return None
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"the patch {name} cannot be read: {error.strerror}") from error
