"""Builders for records, and the project that the recorded cases cite."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from orchestrator.record.model import Entry, Level, RecordedFinding, Status, StepName
from orchestrator.record.parse import Parsed, parse
from orchestrator.record.print import HEAD, print_finding

CASES = Path("tests/cases/record")
CHANGE = "changes/add-sessions"
ACTIVE = {StepName.PLAN: ("skeptic",), StepName.CODE: ("security", "newcomer")}
KNOWN = ("skeptic", "security", "newcomer", "performance")
QUERY = "let query = format!(\"SELECT * FROM sessions WHERE token = '{}'\", token);"


def read(path: str) -> bytes | None:
    file = CASES / "project" / path
    return file.read_bytes() if file.is_file() else None


def case(name: str) -> str:
    return (CASES / name / "review.md").read_bytes().decode("utf-8")


def entry(status: str, by: str, **texts: Any) -> Entry:
    return replace(Entry(status=Status(status), by=by), **texts)


OPEN = entry("open", "security")
FIXED = entry("fixed", "developer", ref="1a2b3c4")
VERIFIED = entry("fixed", "security")
REOPENED = entry("open", "security", note="Only one of two is bound.")
DISPUTED = entry("disputed", "developer", note="The token is ours.")
REJECTED = entry("rejected", "security")
MAINTAINED = entry("disputed", "security", note="It comes from a header.")
ACCEPTED = entry("accepted-risk", "human:Ada", justification="Behind the firewall.")
DEFERRED = entry("deferred", "human:Ada", to="change harden-sessions")
DECIDED = entry("fixed", "human:Ada", ref="1a2b3c4")
BASE = RecordedFinding(
    id="R-security-1",
    title="The session lookup concatenates the token",
    severity=Level.HIGH,
    confidence=Level.HIGH,
    location="src/auth/session.rs:8",
    evidence=f"{QUERY}\n",
    recommendation="Bind the token as a query parameter.",
    history=(OPEN,),
)


def recorded(*later: Entry, **changes: Any) -> RecordedFinding:
    return replace(BASE, **{"history": (OPEN, *later), **changes})


def record_of(*findings: RecordedFinding) -> Parsed:
    """A record with these findings of the role security."""
    return parse(f"{HEAD}\n## code.review\n\n### security\n\n" + "\n".join(map(print_finding, findings)))
