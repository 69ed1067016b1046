"""`consolidate`: findings of several lenses in, one entry per line of code out."""

import argparse
from collections.abc import Sequence

from orchestrator.cli.steps.common import Answer, ok, parser_for, run_step
from orchestrator.cli.steps.given import given_findings
from orchestrator.findings.consolidate import top_findings
from orchestrator.report.json_parts import top_finding


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"topFindings": [...]}`; 2 for input that is not JSON or a finding that breaks the contract.

    Input: `{"findings": [...]}` where each finding carries `agentName`, or a list of lens results, alone or as
    `{"agents": [...]}` like in the report.
    """
    parser = parser_for("consolidate", "Merges findings of several lenses that name the same file and line.")
    parser.add_argument("--findings", required=True, metavar="PATH", help="JSON of findings; - is standard input")
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    return ok({"topFindings": [top_finding(top) for top in top_findings(given_findings(args.findings))]})
