"""`dispatch_reconcile`: who was asked and who answered in, who is missing out."""

import argparse
from collections.abc import Sequence

from orchestrator.cli.steps.common import Answer, add_list, ok, parser_for, run_step, split_words
from orchestrator.dispatch.reconcile import missing
from orchestrator.errors import UsageError


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"missing": [...]}`; both lists are required and may be empty, so that a whole lost wave can be said."""
    parser = parser_for(
        "dispatch_reconcile", "Names the lenses that were dispatched and did not return a valid result."
    )
    add_list(parser, "dispatched", "lens names that were dispatched", file_form=False)
    add_list(parser, "returned", "lens names that returned", file_form=False)
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    for name in ("dispatched", "returned"):
        if getattr(args, name) is None:
            raise UsageError(f"give --{name}; an empty value is allowed")
    return ok({"missing": missing(split_words(args.dispatched), split_words(args.returned))})
