"""One dataclass declares the flags of a command; its signature is made from the fields."""

import inspect
from collections.abc import Callable, Collection
from dataclasses import MISSING, Field, dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar, get_type_hints

import typer

O = TypeVar("O")  # noqa: E741 - the conventional one-letter name of a type variable


class FailOn(StrEnum):
    """Where the border between exit code 0 and 1 lies."""

    ERROR = "error"
    WARNING = "warning"
    NEVER = "never"


class Trust(StrEnum):
    """Where policy is read from."""

    BASE = "base"
    WORKTREE = "worktree"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """The flags of a review."""

    since: Annotated[
        str | None, typer.Option(metavar="REF", help="Review what changed since REF's merge base with HEAD.")
    ] = None
    staged: Annotated[bool, typer.Option("--staged", help="Review the index as it is.")] = False
    patch: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="With --mode: review the change that a patch records; - reads it."),
    ] = None
    path: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH", help="Review whole files below PATH; with --since or --staged, narrow to PATH. Repeatable."
        ),
    ] = None
    everything: Annotated[bool, typer.Option("--all", help="Review the whole repository.")] = False
    mode: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Review with one reviewer under this mode, such as cr or arc, instead of the panel."
        ),
    ] = None
    focus: Annotated[
        str | None, typer.Option(metavar="TEXT", help="With --mode: what the reviewer is to look at above all.")
    ] = None
    language: Annotated[str | None, typer.Option(metavar="NAME", help="With --mode: language of the report.")] = None
    agent: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Run only this lens. Repeatable.")] = None
    background: Annotated[
        bool,
        typer.Option(
            "--background",
            help="Drift review: documentation, architecture, naming and structure lenses only; no gates, no static analysis.",
        ),
    ] = False
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="Skip the preflight gates and every narrowing of the panel; needs --reason and is audited."
        ),
    ] = False
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="Why --force is justified.")] = None
    ignore: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="Leave paths out of the review, in gitignore syntax. Repeatable."),
    ] = None
    unignore: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="Put back paths that an ignore rule leaves out. Repeatable."),
    ] = None
    assign: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Set any setting for this run. Repeatable.")
    ] = None
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Who reviews: offline (rules, no model), anthropic, openai, claude, codex, gemini, command, exchange "
            "or replay (scripted).",
        ),
    ] = None
    replay_dir: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of scripted replies for the replay engine.")
    ] = None
    exchange_dir: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder through which the exchange engine asks and is answered.")
    ] = None
    capture: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save every answer in DIR, for --engine replay --replay-dir DIR.")
    ] = None
    effort: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Reasoning level for every lens instead of its own.")
    ] = None
    budget_usd: Annotated[
        float | None,
        typer.Option(metavar="USD", help="US dollars this run may cost; what was finished by then is kept."),
    ] = None
    budget_tokens: Annotated[int | None, typer.Option(metavar="N", help="Tokens of any kind this run may use.")] = None
    timeout: Annotated[
        str | None, typer.Option(metavar="DURATION", help="Time the lenses of this run may take, e.g. 90s or 5m.")
    ] = None
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print what would be sent to whom, and what it may cost; send nothing.")
    ] = False
    static_analysis: Annotated[
        bool | None,
        typer.Option("--static-analysis/--no-static-analysis", help="Run the static-analysis pre-pass. [default: on]"),
    ] = None
    cache: Annotated[
        bool | None,
        typer.Option(
            "--cache/--no-cache",
            help="Reuse what tools said about unchanged files; never in CI. [default: on]",
        ),
    ] = None
    fail_on: Annotated[
        FailOn | None, typer.Option(help="Weakest severity that makes the exit code 1. [default: error]")
    ] = None
    trust: Annotated[
        Trust | None,
        typer.Option(help="Read policy files from the base of the change or from the work tree. [default: base]"),
    ] = None
    fix: Annotated[bool, typer.Option("--fix", help="Fix what can be fixed and check it, in rounds; asks nothing.")] = (
        False
    )
    commit_fixes: Annotated[
        bool, typer.Option("--commit-fixes", help="With --since: commit the fixes, so that the gate covers them.")
    ] = False
    resume_fix: Annotated[
        bool, typer.Option("--resume-fix", help="Take up a fix loop that was interrupted, without reviewing again.")
    ] = False
    no_slice: Annotated[bool, typer.Option("--no-slice", help="Review more than 500 files in a single pass.")] = False
    internal: Annotated[
        bool, typer.Option("--internal", help="Called by another tool: do not write the report file.")
    ] = False
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Never ask; report only, unless --fix is given.")] = False
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the report as one JSON object and nothing else; never ask.")
    ] = False
    init_risks: Annotated[bool, typer.Option("--init-risks", help="Write a commented ACCEPTED-RISKS.md and stop.")] = (
        False
    )
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False


def command(
    options: type[O], execute: Callable[[O, tuple[str, ...]], int], *, without: Collection[str] = ()
) -> Callable[..., int]:
    """A function typer can register: one keyword parameter per field of `options`, handed on as one value.

    Fields named in `without` are no flags and keep their defaults. `execute` also gets the words that are no flags; the
    command has to be registered with `allow_extra_args`.
    """

    def call(context: typer.Context, **given: object) -> int:
        return execute(options(**given), tuple(context.args))

    hints = get_type_hints(options, include_extras=True)
    keyword = inspect.Parameter.KEYWORD_ONLY
    call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context),
            *(
                inspect.Parameter(field.name, keyword, default=_default(field), annotation=hints[field.name])
                for field in fields(options)  # type: ignore[arg-type]
                if field.name not in without
            ),
        ],
        return_annotation=int,
    )
    call.__doc__ = execute.__doc__
    return call


def _default(field: Field[object]) -> object:
    return inspect.Parameter.empty if field.default is MISSING else field.default
