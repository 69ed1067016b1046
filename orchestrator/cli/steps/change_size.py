"""`change_size`: git's numstat listing in, whether the change is small enough for the short panel out."""

import argparse
from collections.abc import Sequence

from orchestrator.cli.steps.common import Answer, ok, parser_for, read_source, run_step
from orchestrator.lenses.listing import numstat_entries
from orchestrator.lenses.size import change_size


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"filesChanged", "addedLines", "qualifiesForFastPath", "keepAgents"}`; 2 when the file cannot be read.

    A line that is no numstat line is no error: it only keeps the change from qualifying.
    """
    parser = parser_for("change_size", "Counts the files and added lines of `git diff --numstat [-z]`.")
    parser.add_argument("--numstat-from", required=True, metavar="PATH", help="the listing; - is standard input")
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    size = change_size(numstat_entries(read_source(args.numstat_from)))
    return ok(
        {
            "filesChanged": size.files_changed,
            "addedLines": size.added_lines,
            "qualifiesForFastPath": size.qualifies_for_fast_path,
            "keepAgents": size.keep_agents,
        }
    )
