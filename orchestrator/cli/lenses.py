"""`code-review lenses`: who can review here, and whether every lens file is sound."""

import difflib
from typing import Annotated

import typer

from orchestrator.cli.opened import opened
from orchestrator.cli.output import print_json, print_text
from orchestrator.errors import UsageError
from orchestrator.values.lens import Lens

lenses_app = typer.Typer(help="List and check the reviewers.", rich_markup_mode=None, invoke_without_command=True)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@lenses_app.callback()
def lenses(context: typer.Context, as_json: Json = False) -> int:
    """List the reviewers; the commands show more."""
    return list_lenses(as_json) if context.invoked_subcommand is None else 0


@lenses_app.command("list")
def list_lenses(as_json: Json = False) -> int:
    """Print every lens in dispatch order."""
    lenses = opened({}, completes=False).policy.lenses
    if as_json:
        print_json([_row(lens) for lens in lenses])
    else:
        width = max(len(lens.name) for lens in lenses)
        print_text(
            "".join(f"{lens.name:<{width}}  {lens.model:<7} {lens.effort:<6} {lens.description}\n" for lens in lenses)
        )
    return 0


@lenses_app.command("show")
def show(name: Annotated[str, typer.Argument(help="Name of the lens.")], as_json: Json = False) -> int:
    """Print one lens as a reviewer reads it."""
    lenses = {lens.name: lens for lens in opened({}, completes=False).policy.lenses}
    if name not in lenses:
        near = difflib.get_close_matches(name, lenses, n=1)
        raise UsageError(
            f"there is no lens {name}", hint=f"did you mean {near[0]}?" if near else "see `code-review lenses list`"
        )
    if as_json:
        print_json({**_row(lenses[name]), "body": lenses[name].body})
    else:
        print_text(lenses[name].body.strip() + "\n")
    return 0


def _row(lens: Lens) -> dict[str, object]:
    return {
        "name": lens.name,
        "description": lens.description,
        "model": lens.model,
        "effort": lens.effort.value,
        "scope": {"rule": lens.scope.rule.value, "globs": list(lens.scope.globs)},
        "context": lens.context.value,
        "digest": lens.digest,
    }
