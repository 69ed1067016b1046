"""`code-review record answer`: one answer to one finding, by whoever may give it."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from orchestrator.cli.options import command
from orchestrator.cli.output import print_checked, print_text
from orchestrator.cli.record_text import answered_text, finding_line
from orchestrator.engines.programs.environment import is_nested
from orchestrator.errors import ExitCode, UsageError
from orchestrator.record.candidate import one_line
from orchestrator.record.model import ENTRY_TEXTS, HUMAN, Entry, RecordedFinding, Status
from orchestrator.record.risk_entry import risk_rule
from orchestrator.record.transitions import next_actor
from orchestrator.system.clock import SystemClock
from orchestrator.wiring.record import RecordProject, open_records
from orchestrator.wiring.record_answer import change_holding, finding_to_answer, record_answer

_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOptions:
    """The flags of `record answer`."""

    finding: Annotated[str, typer.Argument(metavar="ID", help="The finding, for example R-security-review-1.")]
    status: Annotated[Status, typer.Option(help="What is said about it.")]
    by: Annotated[str, typer.Option(metavar="WHO", help="Who says it: the author, the finding's role, human:NAME.")]
    change: Annotated[str, typer.Option(metavar="NAME", help="The change; needed where two have this finding.")] = ""
    ref: Annotated[str, typer.Option(metavar="TEXT", help="With fixed: the commit or the file change.")] = ""
    note: Annotated[str, typer.Option(metavar="TEXT", help="The argument of a dispute, or of the reviewer.")] = ""
    to: Annotated[str, typer.Option(metavar="TEXT", help="With deferred: the change or issue it goes to.")] = ""
    justification: Annotated[str, typer.Option(metavar="TEXT", help="With accepted-risk: why it is accepted.")] = ""
    confirm_human: Annotated[
        bool, typer.Option("--confirm-human", help="A person has made this decision; ask nothing.")
    ] = False
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False


def answer(options: AnswerOptions, words: tuple[str, ...]) -> int:  # noqa: ARG001 - there are none
    """Append an answer to the history of a finding. Decisions are a person's: they are asked for on a terminal."""
    entry = Entry(
        status=options.status,
        by=options.by.strip(),
        ref=options.ref,
        note=options.note,
        to=options.to,
        justification=options.justification,
    )
    _check(entry)
    project = open_records(Path.cwd())
    name = options.change or change_holding(project, options.finding)
    if entry.by.startswith(HUMAN):
        finding = finding_to_answer(project, name, options.finding, entry)
        _confirm(entry, finding, confirmed=options.confirm_human, silent=options.as_json)
    elif options.confirm_human:
        raise UsageError(f"--confirm-human goes with --by {HUMAN}NAME")
    return _said(project, name, entry, options)


answer_command = command(AnswerOptions, answer)


def _check(entry: Entry) -> None:
    hint = f"for example --by developer, or --by {HUMAN}Ada"
    if not entry.by:
        raise UsageError("--by needs a name", hint=hint)
    if len(entry.by.splitlines()) > 1:
        raise UsageError("--by takes a name on one line, and this one has a line break in it", hint=hint)
    if len(entry.by) > _LONGEST_NAME:
        raise UsageError(f"--by takes a name of up to {_LONGEST_NAME} characters", hint=hint)
    if entry.by.startswith(HUMAN) and not entry.human:
        raise UsageError(f"--by {HUMAN} needs the person's name", hint=f"for example --by {HUMAN}Ada")


def _confirm(entry: Entry, finding: RecordedFinding, *, confirmed: bool, silent: bool) -> None:
    """A program that reviews never decides, and nobody decides without noticing."""
    if is_nested(os.environ):
        raise UsageError("this runs inside a review, and only a person decides", hint="answer outside of the review")
    if confirmed:
        return
    if silent or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(
            f"{entry.by} decides on a terminal, and this is none",
            hint="the person confirms it with --confirm-human; nobody else may",
        )
    person = one_line(entry.by.removeprefix(HUMAN))
    texts = [(name, one_line(getattr(entry, name))) for name in ENTRY_TEXTS]
    typer.echo(finding_line(finding), err=True)
    for name, text in texts:
        if text:
            typer.echo(f"  {name}: {text}", err=True)
    if not typer.confirm(f"Record `{entry.status}` for {finding.id} as {person}'s decision?", default=False, err=True):
        raise UsageError("it was not confirmed; nothing was written")


def _said(project: RecordProject, name: str, entry: Entry, options: AnswerOptions) -> int:
    done = record_answer(project, name, options.finding, entry)
    rule = ""
    if entry.status is Status.ACCEPTED_RISK:
        rule = risk_rule(done.finding, name, project.folder_of(name), SystemClock().now().date())
    if options.as_json:
        print_checked(
            {
                "schema": "code-review-record-answer/1",
                "change": name,
                "path": done.path,
                "id": done.finding.id,
                "status": done.finding.status.value,
                "by": entry.by,
                "awaiting": next_actor(done.finding).value,
                "risksRule": rule or None,
            },
            "record-answer",
        )
    else:
        print_text(answered_text(done, rule))
    return ExitCode.OK
