"""`review_round_log`: one review round in, one row of the metrics out."""

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from orchestrator.cli.steps.common import Answer, add_list, ok, parser_for, run_step
from orchestrator.cli.steps.given import check_stdin, given_findings, given_fix, given_names, whole_number
from orchestrator.errors import UsageError
from orchestrator.fixloop.provenance import fix_provenance_new
from orchestrator.report.metrics import Purpose, ReviewRound, RoundOutcome, append_review_value, round_row
from orchestrator.system.files import exclude_own_state
from orchestrator.system.git import GitDoor
from orchestrator.wiring.keep import METRICS


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the row, which holds counts, lens names and fixed words only; 2 for bad input, and then nothing is written."""
    parser = parser_for("review_round_log", "Appends the row of one review round to the metrics of this work tree.")
    add = parser.add_argument
    add("--round", required=True, type=whole_number(1), metavar="N", help="1 is the first panel")
    add_list(parser, "agents", "lenses dispatched in this round, or @PATH", file_form=False)
    add("--findings", required=True, metavar="PATH", help="JSON of the new findings of this round; - is standard input")
    add(
        "--carried",
        default=0,
        type=whole_number(0),
        metavar="N",
        help="findings that an earlier round had [default: 0]",
    )
    add("--purpose", required=True, choices=list(Purpose), help="why the lenses were dispatched")
    add("--outcome", required=True, choices=list(RoundOutcome), help="what became of the round")
    add("--fix-diff", metavar="PATH", help="`git diff` of the fix before this round; round 1 has none")
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    check_stdin([args.findings, args.fix_diff, *(args.agents or ())])
    if args.round == 1 and (args.fix_diff is not None or args.carried):
        raise UsageError("nothing comes before round 1: it has no fix and carries nothing")
    new = given_findings(args.findings)
    one = ReviewRound(
        number=args.round,
        agents=given_names(args, "agents"),
        new=new,
        carried=args.carried,
        fix_provenance_new=fix_provenance_new(new, given_fix(args.fix_diff)) if args.fix_diff is not None else 0,
        purpose=Purpose(args.purpose),
        outcome=RoundOutcome(args.outcome),
    )
    git = GitDoor(Path.cwd())
    row = round_row(one, datetime.now(UTC))
    exclude_own_state(git)
    append_review_value(git.top / METRICS / "review-value.jsonl", row, root=git.top)
    return ok(row)
