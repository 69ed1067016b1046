"""`finding_signature`: findings of one review round in, what is new and whether the fix loop ends out."""

import argparse
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from orchestrator.cli.steps.common import Answer, ok, parser_for, run_step
from orchestrator.cli.steps.given import check_stdin, given_findings, given_fix, whole_number
from orchestrator.errors import RepositoryError
from orchestrator.fixloop.classify import classify
from orchestrator.fixloop.ledger import STATE_FILE, resume
from orchestrator.report.json_parts import issue
from orchestrator.report.scrub import scrub_value
from orchestrator.system.files import exclude_own_state, write_atomic
from orchestrator.system.git import GitDoor
from orchestrator.values.finding import Finding
from orchestrator.wiring.rounds import open_rounds


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"round", "new", "carried", "actionable_new", "ledger_reset", "terminate", "reason"}`; counts are numbers.

    Exit 2 for bad input, 3 when the ledger cannot be written; then the ledger is as it was.
    """
    parser = parser_for(
        "finding_signature", "Tells new findings from carried ones, and keeps the ledger of the rounds."
    )
    add = parser.add_argument
    add("--round", required=True, type=whole_number(1), metavar="N", help="1 is the first panel")
    add("--findings", required=True, metavar="PATH", help="JSON of all findings of this round; - is standard input")
    add("--state", required=True, metavar="PATH", help=f"the round ledger, usually {STATE_FILE}")
    add("--run-id", default="", metavar="ID", help="identity of the run; a ledger of another run is not gone on with")
    add("--reset", action="store_true", help="start a fresh ledger whatever is stored")
    add("--fix-diff", metavar="PATH", help="`git diff` of the fix before this round, for the provenance in the ledger")
    add("--new-to", metavar="PATH", help="also write the new findings there, as review_round_log reads them")
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    check_stdin([args.findings, args.fix_diff])
    findings = given_findings(args.findings)
    fix = given_fix(args.fix_diff) if args.fix_diff is not None else None
    here = Path.cwd()
    state = here / args.state
    with suppress(RepositoryError):
        exclude_own_state(GitDoor(here))
    with open_rounds(state, root=here) as store:
        ledger, reset = resume(store.read(), args.round, run=args.run_id, now=datetime.now(UTC), reset=args.reset)
        result = classify(ledger, args.round, findings, fix)
        store.write(result.ledger)
    if args.new_to:
        write_atomic(here / args.new_to, _listed(result.new), root=here)
    return ok(
        {
            "round": args.round,
            "new": len(result.new),
            "carried": len(result.carried),
            "actionable_new": len(result.actionable_new),
            "ledger_reset": reset,
            "terminate": result.terminate,
            "reason": result.reason,
        }
    )


def _listed(findings: Iterable[Finding]) -> bytes:
    value = scrub_value({"findings": [issue(one) for one in findings]})
    return (json.dumps(value, sort_keys=True) + "\n").encode("ascii")
