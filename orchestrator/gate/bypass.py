"""The way around the gate: given with a reason only, and never without a trace."""

import json
from collections.abc import Mapping
from datetime import datetime

from orchestrator.errors import RepositoryError
from orchestrator.gate.ledger import ChainBrokenError, append_rows
from orchestrator.gate.place import BYPASS_FILE, key_of, place_of
from orchestrator.gate.rows import Row, RowKind, name_of, stamp
from orchestrator.redaction import redact
from orchestrator.seams import Git
from orchestrator.system.files import append_line, exclude_own_state

REASON_VARIABLE = "PR_GATE_BYPASS_REASON"


def bypass_reason(environ: Mapping[str, str]) -> str:
    """The reason somebody gave for going around the gate; empty when nobody did."""
    return " ".join(environ.get(REASON_VARIABLE, "").split())


def record_bypass(
    git: Git, *, reason: str, subject: str, triggered_by: str, now: datetime, environ: Mapping[str, str]
) -> None:
    """Writes the audit row and the evidence row. Raises StateError: a bypass that cannot be recorded is not given.

    A broken ledger does not prevent it: that is what a bypass may be needed for, and the audit row has been written.
    """
    place = place_of(git)
    exclude_own_state(git)
    row = {
        "timestamp": stamp(now),
        "branch": branch_of(git),
        "triggeredBy": triggered_by,
        "reason": redact(reason)[0],
        "subject": subject,
    }
    append_line(place.top / BYPASS_FILE, json.dumps(row, separators=(",", ":")), root=place.top)
    evidence = Row(ts=stamp(now), kind=RowKind.BYPASS, subject=subject, rule=name_of(triggered_by))
    try:
        append_rows(place, (evidence,), key_of(environ))
    except ChainBrokenError:
        return


def branch_of(git: Git) -> str:
    """Name of the checked-out branch."""
    try:
        return git.run("symbolic-ref", "--quiet", "--short", "HEAD").decode("utf-8", "replace").strip()
    except RepositoryError:
        return "(detached)"
