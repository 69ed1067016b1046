"""Rows for the metric and audit streams: one JSON object on one line each."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from orchestrator.report.boundary import check
from orchestrator.report.scrub import scrub_value
from orchestrator.system.files import append_line
from orchestrator.values.outcome import Skipped
from orchestrator.values.report import Report


def review_value_row(report: Report, now: datetime, round: int = 1) -> dict[str, object]:  # noqa: A002 - the row's own word
    """The row of one review round that no fix came before: counts, lens names and fixed words, nothing else.

    In round 1 every finding is new and none can stem from a fix.
    """
    totals = report.totals
    return {
        "timestamp": _stamp(now),
        "source": "code-review",
        "round": round,
        "agents_run": scrub_value([one.agent for one in report.outcomes if not isinstance(one, Skipped)]),
        "findings_new": totals.errors + totals.warnings + totals.suggestions,
        "findings_carried": 0,
        "severity_breakdown": {"errors": totals.errors, "warnings": totals.warnings, "suggestions": totals.suggestions},
        "fix_provenance_new": 0,
        "dispatch_purpose": "discovery",
        "outcome": "escalated" if report.escalated else "no-op",
    }


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


def _append(path: Path, row: Mapping[str, object], schema: str, root: Path | None) -> None:
    check(row, schema)
    append_line(path, json.dumps(row, separators=(",", ":")), root=root)


def _stamp(now: datetime) -> str:
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
