"""`change_shape`: changed files in, whether anything of them can run out."""

import argparse
from collections.abc import Sequence

from orchestrator.cli.steps.common import Answer, add_list, given_list, ok, parser_for, run_step
from orchestrator.errors import UsageError
from orchestrator.lenses.shape import change_shape


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"hasRuntimeSurface", "isTestOnly", "isProseOnly", "skipLenses"}`; 2 without a list of files."""
    parser = parser_for("change_shape", "Says whether a change has a runtime surface and which lenses need none.")
    add_list(parser, "files", "files under review")
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    files = given_list(args, "files")
    if files is None:
        raise UsageError("give --files or --files-from")
    shape = change_shape(files)
    return ok(
        {
            "hasRuntimeSurface": shape.has_runtime_surface,
            "isTestOnly": shape.is_test_only,
            "isProseOnly": shape.is_prose_only,
            "skipLenses": shape.skip_lenses,
        }
    )
