"""`review_gate_hash`: a change in, the subject that a review of it is bound to out, as one bare line."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from orchestrator.cli.steps.common import parser_for, report_errors
from orchestrator.errors import NothingToReviewError, RepositoryError
from orchestrator.gate.verify import GateQuestion, ask, ask_index
from orchestrator.system.git import GitDoor


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the hash; exit 4 when nothing differs, 2 when git cannot say. The one step that prints no JSON: shells keep its line."""
    parser = parser_for("review_gate_hash", "Prints the subject hash of the index, or of the branch as committed.")
    parser.add_argument("--branch-diff", action="store_true", help="hash what is committed instead of the index")
    parser.add_argument("--base", default="", metavar="REF", help="branch the change goes to; default: origin's")
    return report_errors(parser, argv, _print)


def _print(args: argparse.Namespace) -> int:
    git = GitDoor(Path.cwd())
    question = GateQuestion(base=args.base)
    found = (ask(git, question) if args.branch_diff else ask_index(git, question)).subject
    if not found.hash:
        kind = NothingToReviewError if found.empty else RepositoryError
        raise kind(f"no subject, because {found.reason}")
    sys.stdout.write(f"{found.hash}\n")
    return 0
