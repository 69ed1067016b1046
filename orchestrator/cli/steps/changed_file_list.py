"""`changed_file_list`: git's name-status listing in, every file once with its status and the added ones out."""

import argparse
from collections.abc import Sequence

from orchestrator.cli.steps.common import Answer, ok, parser_for, read_source, run_step
from orchestrator.lenses.listing import united
from orchestrator.scope.diff import parse_name_status
from orchestrator.values.change import Status


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"files": [{"path", "status"}], "added": [...]}`; 2 for input that is no such listing."""
    parser = parser_for("changed_file_list", "Lists the files of `git diff --name-status [-z]`, each once.")
    parser.add_argument("--name-status-from", required=True, metavar="PATH", help="the listing; - is standard input")
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    files = united(parse_name_status(read_source(args.name_status_from)))
    added = [path for path, status in files.items() if status is Status.ADDED]
    return ok({"files": [{"path": path, "status": status.value} for path, status in files.items()], "added": added})
