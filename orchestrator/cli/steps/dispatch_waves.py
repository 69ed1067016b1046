"""`dispatch_waves`: lens names in, waves of a bounded size out."""

import argparse
import os
from collections.abc import Sequence

from orchestrator.cli.steps.common import Answer, add_list, ok, parser_for, run_step, split_words
from orchestrator.dispatch.waves import DEFAULT_MAX_PARALLEL, MAX_PARALLEL_VARIABLE, max_parallel_from, split_waves
from orchestrator.errors import UsageError


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"maxParallel", "waves"}`; 2 when `--agents` is missing. An empty list makes no wave."""
    parser = parser_for("dispatch_waves", "Cuts a roster into waves, keeping its order.")
    add_list(parser, "agents", "lens names", file_form=False)
    parser.add_argument(
        "--max-parallel",
        metavar="N",
        help=f"lenses per wave [default: ${MAX_PARALLEL_VARIABLE} or {DEFAULT_MAX_PARALLEL}; so is any invalid value]",
    )
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    if args.agents is None:
        raise UsageError("give --agents")
    asked = args.max_parallel if args.max_parallel is not None else os.environ.get(MAX_PARALLEL_VARIABLE)
    limit = max_parallel_from(asked)
    return ok({"maxParallel": limit, "waves": split_waves(split_words(args.agents), limit)})
