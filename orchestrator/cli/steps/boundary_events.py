"""`boundary_events`: one boundary event in, one row of the evidence ledger out.

Nothing that speaks for a change without being checked again can be written from here: that a lens finished, or how a
review ended, is known to the run alone.
"""

import argparse
import os
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from orchestrator.cli.steps.common import Answer, ok, parser_for, run_step
from orchestrator.errors import UsageError
from orchestrator.gate.decide import DOC_ONLY, SINGLE_AGENT
from orchestrator.gate.ledger import append_rows
from orchestrator.gate.place import key_of, place_of
from orchestrator.gate.rows import Row, RowKind, name_of, stamp
from orchestrator.gate.verify import GateQuestion, ask
from orchestrator.scope.base import default_base
from orchestrator.system.files import exclude_own_state
from orchestrator.system.git import GitDoor
from orchestrator.wiring.evidence import policy_of
from orchestrator.wiring.session import open_session

FAILURE, RAN = "dispatch-failure", "gate-ran"
EVENTS = (DOC_ONLY, SINGLE_AGENT, FAILURE, RAN)
_REFUSED = ("completed", "verdict", "bypass", "forced", "exempt")
_SUBJECT = re.compile(r"[0-9a-f]{64}")


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"kind", "rule", "subject", "recorded": true}`; exit 3 when the ledger cannot be written."""
    parser = parser_for("boundary_events", "Records a boundary event in the evidence ledger of this work tree.")
    parser.add_argument("--event", required=True, metavar="NAME", help=f"one of {', '.join(EVENTS)}")
    parser.add_argument("--subject-hash", required=True, metavar="HASH", help="the subject, see review_gate_hash")
    parser.add_argument("--agent", default="", metavar="NAME", help="the lens that failed")
    parser.add_argument("--gate", default="", metavar="NAME", help="the gate that ran")
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    git = GitDoor(Path.cwd())
    row = _row(args)
    if row.kind is RowKind.EXEMPT:
        _check_exemption(args.event)
        if args.event == DOC_ONLY and ask(git, GateQuestion()).subject.hash != args.subject_hash:
            raise UsageError(
                "doc-only belongs to the subject of this branch", hint="see review_gate_hash --branch-diff"
            )
    exclude_own_state(git)
    append_rows(place_of(git), (row,), key_of(os.environ))
    return ok({"kind": row.kind.value, "rule": row.rule, "subject": row.subject, "recorded": True})


def _row(args: argparse.Namespace) -> Row:
    _check_names(args)
    now = stamp(datetime.now(UTC))
    if args.event == FAILURE:
        return Row(ts=now, kind=RowKind.DISPATCH_FAILURE, subject=args.subject_hash, agent=name_of(args.agent))
    if args.event == RAN:
        return Row(ts=now, kind=RowKind.GATE_RAN, subject=args.subject_hash, rule=name_of(args.gate))
    git = GitDoor(Path.cwd())
    policy = policy_of(git, default_base(git) or "HEAD")
    return Row(ts=now, kind=RowKind.EXEMPT, subject=args.subject_hash, rule=args.event, digest=policy)


def _check_names(args: argparse.Namespace) -> None:
    if args.event in _REFUSED:
        raise UsageError(f"the event {args.event} is written by a review itself and by nothing else")
    if args.event not in EVENTS:
        raise UsageError(f"there is no event {args.event}", hint=f"events: {', '.join(EVENTS)}")
    if not _SUBJECT.fullmatch(args.subject_hash):
        raise UsageError("--subject-hash is not a sha256 in hex", hint="take it from review_gate_hash")
    if args.event == FAILURE and not args.agent:
        raise UsageError(f"{FAILURE} needs --agent")
    if args.event == RAN and not args.gate:
        raise UsageError(f"{RAN} needs --gate")


def _check_exemption(name: str) -> None:
    if name not in open_session(Path.cwd(), {}).gate.names("gate.exemptions"):
        raise UsageError(f"the settings at the base do not accept the exemption {name}")
