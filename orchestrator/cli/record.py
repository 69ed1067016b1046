"""`code-review record`: the review record of a change: started, answered, checked, shown and closed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from orchestrator.cli.options import command
from orchestrator.cli.output import print_checked, print_text
from orchestrator.cli.record_answer import answer_command
from orchestrator.cli.record_ask import challenge_command, check_command
from orchestrator.cli.record_start import WITHOUT, StartOptions, start
from orchestrator.cli.record_text import closed_text, problems_text, standing_text
from orchestrator.errors import ExitCode, UsageError
from orchestrator.record.json_standing import problem_object, to_json
from orchestrator.record.judge import ChangeReview
from orchestrator.record.model import ProblemLevel
from orchestrator.wiring.record import open_records
from orchestrator.wiring.record_answer import close

record_app = typer.Typer(
    help="Keep what reviewers found about a change, and the answers to it, in a file.", rich_markup_mode=None
)
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Change = Annotated[str, typer.Option("--change", metavar="NAME", help="The change, by the name of its folder.")]

record_app.command("start")(command(StartOptions, start, without=WITHOUT))
record_app.command("answer")(answer_command)
record_app.command("check")(check_command)
record_app.command("challenge")(challenge_command)


@record_app.command("validate")
def validate(
    change: Annotated[str, typer.Option("--change", metavar="NAME", help="Check one change.")] = "",
    everything: Annotated[bool, typer.Option("--all", help="Check every change that is not archived.")] = False,
    as_json: Json = False,
) -> int:
    """Check records against the work tree; without --change all of them. Exit 1 when one has an error."""
    if change and everything:
        raise UsageError("--change and --all contradict each other", hint="give one of them")
    project = open_records(Path.cwd())
    reviews = (project.review(change),) if change else project.reviews()
    if as_json:
        found = {"schema": "code-review-record-validate/1", "records": [_checked(review) for review in reviews]}
        print_checked(found, "record-validate")
    else:
        print_text(problems_text(reviews, project.rules.folder))
    return _worst(reviews)


@record_app.command("show")
def show(
    change: Change,
    everything: Annotated[bool, typer.Option("--all", help="Show findings of low confidence too.")] = False,
    as_json: Json = False,
) -> int:
    """Show step by step who must answer next, and whether the change may be closed. Exit 1 when the record has an error."""
    review = open_records(Path.cwd()).review(change)
    if as_json:
        print_checked(to_json(review.standing), "review")
    else:
        print_text(standing_text(review, everything=everything))
    return _worst([review])


@record_app.command("close")
def close_change(
    change: Change,
    archive: Annotated[
        bool, typer.Option("--archive", help="Move the folder of the change into the archive beside it.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Say whether the change may be closed, with every reason against it. Exit 1 when it may not."""
    project = open_records(Path.cwd())
    folder = project.folder_of(change)
    closed = close(project, change, archive=archive)
    if as_json:
        reasons = [{"code": one.code.value, "message": one.message} for one in closed.reasons]
        blocked = {"code": "review_blocked" if reasons else None, "reasons": reasons, "moved": closed.moved or None}
        said = {"schema": "code-review-record-close/1", "change": change, "closed": not reasons, **blocked}
        print_checked(said, "record-close")
    else:
        print_text(closed_text(change, folder, closed))
    return ExitCode.FAIL if closed.reasons else ExitCode.OK


def _worst(reviews: Sequence[ChangeReview]) -> ExitCode:
    levels = {problem.level for review in reviews for problem in review.standing.problems}
    return ExitCode.FAIL if ProblemLevel.ERROR in levels else ExitCode.OK


def _checked(review: ChangeReview) -> dict[str, object]:
    problems = [problem_object(problem) for problem in review.standing.problems]
    return {"path": review.path, "present": review.data is not None, "problems": problems}
