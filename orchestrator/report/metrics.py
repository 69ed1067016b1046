"""Rows for the metric and audit streams: one JSON object on one line each."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from orchestrator.report.boundary import check
from orchestrator.report.scrub import scrub_value
from orchestrator.system.files import append_line
from orchestrator.values.finding import Finding, Severity
from orchestrator.values.outcome import Skipped
from orchestrator.values.report import Report


class Purpose(StrEnum):
    """Why the lenses of a round were dispatched."""

    DISCOVERY = "discovery"
    VERIFICATION = "verification"
    CLOSING = "closing"


class RoundOutcome(StrEnum):
    """What became of a round."""

    FIXED = "fixed"
    NO_OP = "no-op"
    ESCALATED = "escalated"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRound:
    """One round of a review. `number` is 1 for the first panel; `agents` are the lenses that were dispatched.

    `new` are the findings that no earlier round had, `carried` is how many others there were, `fix_provenance_new` how
    many of the new ones stand where the fix before the round was made.
    """

    number: int
    agents: tuple[str, ...]
    new: tuple[Finding, ...]
    carried: int = 0
    fix_provenance_new: int = 0
    purpose: Purpose = Purpose.DISCOVERY
    outcome: RoundOutcome = RoundOutcome.NO_OP


def round_row(one: ReviewRound, now: datetime) -> dict[str, object]:
    """The row of one review round: counts, lens names and fixed words, nothing else."""
    severities = [finding.severity for finding in one.new]
    counts = {f"{severity.value}s": severities.count(severity) for severity in Severity}
    return _round_row(one, len(one.new), counts, now)


def review_value_row(report: Report, now: datetime, round: int = 1) -> dict[str, object]:  # noqa: A002 - the row's own word
    """The row of one review round that no fix came before: counts, lens names and fixed words, nothing else.

    In round 1 every finding is new and none can stem from a fix.
    """
    totals = report.totals
    first = ReviewRound(
        number=round,
        agents=tuple(one.agent for one in report.outcomes if not isinstance(one, Skipped)),
        new=(),
        outcome=RoundOutcome.ESCALATED if report.escalated else RoundOutcome.NO_OP,
    )
    counts = {"errors": totals.errors, "warnings": totals.warnings, "suggestions": totals.suggestions}
    return _round_row(first, sum(counts.values()), counts, now)


def override_row(
    *, branch: str, reason: str, files: Sequence[str], gates: Sequence[str], now: datetime
) -> dict[str, object]:
    """The audit row of one `--force`: who may ask later why `gates` did not run over `files`. Secrets are removed."""
    return scrub_value(
        {
            "timestamp": _stamp(now),
            "branch": branch,
            "triggeredBy": "--force",
            "reason": reason,
            "targetFiles": list(files),
            "gatesSkipped": list(gates),
        }
    )


def append_review_value(path: Path, row: Mapping[str, object], *, root: Path | None = None) -> None:
    """Adds a row of `review_value_row`; no folder between `root` and `path` may be a symbolic link.

    Raises StateError when the row breaks its schema or cannot be written.
    """
    _append(path, row, "review-value", root)


def append_override(path: Path, row: Mapping[str, object], *, root: Path | None = None) -> None:
    """The same for a row of `override_row`."""
    _append(path, row, "override-audit", root)


def _round_row(one: ReviewRound, new: int, counts: Mapping[str, int], now: datetime) -> dict[str, object]:
    return {
        "timestamp": _stamp(now),
        "source": "code-review",
        "round": one.number,
        "agents_run": scrub_value(list(dict.fromkeys(one.agents))),
        "findings_new": new,
        "findings_carried": one.carried,
        "severity_breakdown": dict(counts),
        "fix_provenance_new": one.fix_provenance_new,
        "dispatch_purpose": one.purpose.value,
        "outcome": one.outcome.value,
    }


def _append(path: Path, row: Mapping[str, object], schema: str, root: Path | None) -> None:
    check(row, schema)
    append_line(path, json.dumps(row, separators=(",", ":")), root=root)


def _stamp(now: datetime) -> str:
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
