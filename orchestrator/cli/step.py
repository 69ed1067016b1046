"""`code-review step NAME`: one deterministic step by itself, the same as the script of that name."""

import difflib
import importlib
import sys

import typer

from orchestrator.cli.steps import STEPS
from orchestrator.errors import UsageError


def step_command(context: typer.Context) -> int:
    """Run one deterministic step; its own flags follow its name. JSON on stdout."""
    words = [word for word in context.args if word != "--json"] if context.args[:1] == ["--json"] else context.args
    if not words or words[0] in {"-h", "--help"}:
        sys.stdout.write("Usage: code-review step NAME [FLAGS]\n\nSteps:\n" + "".join(f"  {name}\n" for name in STEPS))
        return 0 if words else 2
    name, *rest = words
    if name not in STEPS:
        near = difflib.get_close_matches(name, STEPS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"steps: {', '.join(STEPS)}"
        raise UsageError(f"there is no step {name}", hint=hint)
    code: int = importlib.import_module(STEPS[name]).main(rest)
    return code
