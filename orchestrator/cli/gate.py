"""`code-review gate`: is this branch ready to leave, and what is missing."""

import os
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from orchestrator.cli.gate_text import decision_text, status_text
from orchestrator.cli.output import print_json, print_text
from orchestrator.errors import ExitCode, NothingToReviewError, RepositoryError
from orchestrator.gate.bypass import bypass_reason, record_bypass
from orchestrator.gate.ledger import restart_chain
from orchestrator.gate.place import key_of, place_of
from orchestrator.gate.status import gate_status
from orchestrator.gate.verify import Decision, GateQuestion, ask, ask_index, verify
from orchestrator.seams import Git
from orchestrator.system.git import GitDoor

gate_app = typer.Typer(help="Say whether this branch is reviewed as it stands.", rich_markup_mode=None)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Base = Annotated[str, typer.Option("--base", metavar="REF", help="Branch the change goes to. Default: origin's.")]
Commit = Annotated[str, typer.Option("--commit", metavar="REF", help="Commit that is asked about. Default: HEAD.")]


@gate_app.command("status")
def status(base: Base = "", commit: Commit = "", as_json: Json = False) -> int:
    """Show whether this branch is ready, which lenses finished for it and what is missing."""
    found = gate_status(_git(), GateQuestion(commit, base), datetime.now(UTC), os.environ)
    if as_json:
        print_json({"schema": "code-review-gate-status/1", **asdict(found)})
    else:
        print_text(status_text(found, colour=sys.stdout.isatty() and not os.environ.get("NO_COLOR")))
    return ExitCode.OK


@gate_app.command("verify")
def check(base: Base = "", commit: Commit = "", as_json: Json = False) -> int:
    """Exit 0 when the gate is open, 1 when it is closed."""
    git, now = _git(), datetime.now(UTC)
    decision = verify(git, GateQuestion(commit, base), now, os.environ)
    reason = "" if decision.open else bypass_reason(os.environ)
    if reason:
        record_bypass(
            git,
            reason=reason,
            subject=decision.subject,
            triggered_by="gate verify",
            now=now,
            environ=os.environ,
        )
    _say(decision, bypassed=bool(reason), as_json=as_json)
    return ExitCode.OK if decision.open or reason else ExitCode.FAIL


@gate_app.command("hash")
def subject(
    base: Base = "",
    commit: Commit = "",
    staged: Annotated[bool, typer.Option("--staged", help="Hash the index instead of a commit.")] = False,
    as_json: Json = False,
) -> int:
    """Print the subject: the hash of everything that differs from the base."""
    git = _git()
    question = GateQuestion(commit, base)
    found = (ask_index if staged else ask)(git, question).subject
    if not found.hash:
        kind = NothingToReviewError if found.empty else RepositoryError
        raise kind(f"no subject, because {found.reason}")
    if as_json:
        print_json({"subject": found.hash, "files": len(found.records)})
    else:
        print_text(f"{found.hash}\n")
    return ExitCode.OK


@gate_app.command("repair")
def repair(as_json: Json = False) -> int:
    """Put a broken evidence ledger aside and begin a new one; the change must be reviewed again then."""
    aside = restart_chain(place_of(_git()), datetime.now(UTC), key_of(os.environ))
    if as_json:
        print_json({"repaired": aside is not None, "aside": str(aside) if aside else ""})
    elif aside is None:
        print_text("The evidence ledger is whole; nothing was changed.\n")
    else:
        print_text(f"A new ledger was begun and the gate is closed; the broken one was kept as {aside}.\n")
    return ExitCode.OK


def _git() -> Git:
    return GitDoor(Path.cwd())


def _say(decision: Decision, *, bypassed: bool, as_json: bool) -> None:
    if as_json:
        print_json({"schema": "code-review-gate/1", **asdict(decision), "bypassed": bypassed})
        return
    text = decision_text(decision, bypassed=bypassed)
    if decision.open:
        print_text(text)
    else:
        sys.stderr.write(text)
