"""`change_impact`: a patch in, the architectural signals in it out."""

import argparse
from collections.abc import Sequence

from orchestrator.cli.steps.common import Answer, add_list, given_list, ok, parser_for, read_source, run_step
from orchestrator.errors import UsageError
from orchestrator.lenses.impact import change_impact
from orchestrator.scope.patch import parse_patch
from orchestrator.values.change import ChangedFile


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"signals", "hasArchitecturalImpact", "skipLenses", "reason"}`; 2 when an input cannot be read.

    A patch that cannot be understood is no error: it keeps every lens.
    """
    parser = parser_for("change_impact", "Says whether a patch can matter to the architecture lens.")
    parser.add_argument(
        "--diff-from", default="-", metavar="PATH", help="output of `git diff`; - (the default) is standard input"
    )
    add_list(parser, "files", "files under review")
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    diff = _patch(read_source(args.diff_from))
    files = given_list(args, "files")
    impact = change_impact(diff, files if files is not None else [file.path for file in diff or ()])
    return ok(
        {
            "signals": impact.signals,
            "hasArchitecturalImpact": impact.has_architectural_impact,
            "skipLenses": impact.skip_lenses,
            "reason": impact.reason,
        }
    )


def _patch(data: bytes) -> tuple[ChangedFile, ...] | None:
    try:
        return parse_patch(data)
    except (UsageError, ValueError):
        return None
