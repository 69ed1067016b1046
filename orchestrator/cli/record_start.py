"""`code-review record start`: review a change, or take the report of an earlier review, into its record."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from orchestrator.cli.again import command_line
from orchestrator.cli.opened import tell
from orchestrator.cli.options import RunOptions
from orchestrator.cli.output import print_checked, print_text
from orchestrator.cli.plan import make_plan
from orchestrator.cli.record_text import started_text
from orchestrator.cli.run import COMMAND_NAMES, execute_run
from orchestrator.errors import ExitCode, UsageError
from orchestrator.record.model import RecordedFinding
from orchestrator.record.run_outcome import RunOutcome, outcome_of
from orchestrator.redaction import redact
from orchestrator.report.json_report import report_object
from orchestrator.values.report import Report
from orchestrator.wiring.keep import Keeper
from orchestrator.wiring.record import RecordProject, open_records
from orchestrator.wiring.record_report import check_roles, differences
from orchestrator.wiring.record_start import Started, check_fit, record_run

WITHOUT = frozenset({"dry_run", "fail_on", "fix", "commit_fixes", "resume_fix", "yes", "init_risks", "version"})
"""Flags of a run that make no sense where its findings are recorded. It never asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartOptions(RunOptions):
    """The flags of `record start`: those of a run, and where its outcome goes."""

    change: Annotated[str, typer.Option("--change", metavar="NAME", help="The change, by the name of its folder.")] = ""
    report: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="REPORT", help="Record what the JSON report of an earlier review says; review nothing."
        ),
    ] = None
    yes: bool = True


def start(options: StartOptions, words: tuple[str, ...]) -> int:
    """Review a change and write what was found into its record; findings that are recorded are not raised again."""
    if not options.change:
        raise UsageError("record start needs --change NAME", hint="for example --change add-sessions")
    project = open_records(Path.cwd())
    check_fit(project, options.change)
    if options.report is not None:
        _check_alone(options)
        return _record(_read(options.report, project), project, options)
    plan = make_plan(options, words, Path.cwd(), COMMAND_NAMES)
    # Documentation is reviewed like anything else: a record has sections for it too.
    plan = replace(plan, request=replace(plan.request, documents=True))
    return execute_run(options, plan, _Recording(project, options))


@dataclass(frozen=True, slots=True)
class _Recording:
    """What becomes of the report of a run: it goes into the record."""

    project: RecordProject
    options: StartOptions

    def __call__(self, report: Report, keeper: Keeper, fail_on: str, *, as_json: bool, internal: bool) -> int:  # noqa: ARG002 - what is recorded does not depend on `fail_on`
        """The report is kept first, so that nothing is lost where the record refuses it."""
        written = keeper.keep(report, durable=not internal, prompts=False)
        sys.stderr.write("".join(f"{line}\n" for line in written))
        # The way out and the way back in are the same for a run at hand and for the report of an earlier one.
        data = json.loads(json.dumps(report_object(report)))
        return _record(outcome_of(data, "this run"), self.project, replace(self.options, as_json=as_json))


def _record(outcome: RunOutcome, project: RecordProject, options: StartOptions) -> int:
    started = record_run(project, options.change, outcome)
    if options.as_json:
        print_checked(_object(options.change, outcome, started), "record-start")
    else:
        # The report of an earlier review has not become better by being read once more.
        again = "" if options.report else redact(command_line(("code-review", "record", "start"), options))[0]
        print_text(started_text(outcome, started, again))
    if outcome.failed or outcome.gaps:
        return ExitCode.NO_VERDICT
    return ExitCode.FAIL if started.left_out else ExitCode.OK


def _check_alone(options: StartOptions) -> None:
    others = command_line((), replace(options, change="", report=None, as_json=False))
    if others:
        flag = others.split()[0].partition("=")[0]
        raise UsageError(f"--from reviews nothing and does not go with flags of a review, such as {flag}")


def _read(path: Path, project: RecordProject) -> RunOutcome:
    try:
        data: Any = json.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is no JSON: {str(error)[:200]}", hint="save one with `code-review --json`") from error
    outcome = outcome_of(data, str(path))
    check_roles(project, data, outcome, str(path))
    tell(tuple(f"{path}: {one}" for one in differences(project.top, data)))
    return outcome


def _object(change: str, outcome: RunOutcome, started: Started) -> dict[str, object]:
    return {
        "schema": "code-review-record-start/1",
        "change": change,
        "path": started.path,
        "changed": started.changed,
        "written": _rows(started.written),
        "again": list(started.again),
        "reopened": list(started.reopened),
        "shared": list(started.shared),
        "completed": list(outcome.completed),
        "failed": [{"role": role, "reason": reason} for role, reason in outcome.failed.items()],
        "summarized": list(outcome.summarized),
        "leftOut": [
            {"role": one.finding.agent, "file": one.finding.file, "line": one.finding.line}
            | {"message": one.finding.message, "reason": one.reason}
            for one in started.left_out
        ],
        "gaps": list(outcome.gaps),
    }


def _rows(findings: Sequence[RecordedFinding]) -> list[dict[str, str]]:
    return [
        {"id": one.id, "severity": one.severity.value, "location": one.location, "title": one.title} for one in findings
    ]
