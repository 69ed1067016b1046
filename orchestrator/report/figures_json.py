"""The figures of many reviews for a program."""

from datetime import UTC, datetime
from typing import Any

from orchestrator.report.boundary import check
from orchestrator.report.figures import Activity, Churn, Figures, GateFigures, LensYield, Recorded, Stream
from orchestrator.report.scrub import scrub_value

SCHEMA = "code-review-metrics/1"


def figures_object(found: Figures, recorded: Recorded, since: datetime | None) -> dict[str, Any]:
    """The shape of `schemas/metrics.json`. Raises StateError when it breaks its own schema."""
    value: dict[str, Any] = {
        "schema": SCHEMA,
        "since": stamp(since) if since else None,
        "files": [_stream(one) for one in recorded.streams],
        "evidence": {"whole": not recorded.chain, "reason": recorded.chain},
        "reviews": {
            "count": found.reviews,
            "rounds": sum(found.by_round.values()),
            "byRound": {str(number): count for number, count in found.by_round.items()},
            "outcomes": {one.value: count for one, count in found.outcomes.items()},
        },
        "churn": _churn(found.churn),
        "purposes": {one.value: _activity(activity) for one, activity in found.purposes.items()},
        "lenses": [_lens(one) for one in found.lenses],
        "gate": _gate(found.gate),
    }
    clean: dict[str, Any] = scrub_value(value)
    check(clean, "metrics")
    return clean


def stamp(when: datetime) -> str:
    """`when` as the output says it: ISO 8601, UTC, whole seconds."""
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _stream(one: Stream) -> dict[str, Any]:
    return {
        "file": one.file,
        "state": one.state,
        "reason": one.reason,
        "rows": one.rows,
        "older": one.older,
        "broken": [{"line": broken.line, "reason": broken.reason} for broken in one.broken],
        "brokenCount": one.broken_count,
    }


def _churn(churn: Churn) -> dict[str, Any]:
    share = churn.share
    return {
        "rounds": churn.rounds,
        "newErrorsAndWarnings": churn.new,
        "fromFix": {"least": churn.least, "most": churn.most},
        "ratio": {"least": _rounded(share and share.least), "most": _rounded(share and share.most)},
        "pureRounds": churn.pure,
    }


def _activity(one: Activity) -> dict[str, int]:
    return {
        "rounds": one.rounds,
        "dispatches": one.dispatches,
        "errors": one.errors,
        "warnings": one.warnings,
        "suggestions": one.suggestions,
    }


def _lens(one: LensYield) -> dict[str, Any]:
    return {
        "lens": one.lens,
        "dispatches": {purpose.value: count for purpose, count in one.dispatched.items()},
        "finished": one.finished,
        "withFindings": one.with_findings,
        "failed": one.failed,
    }


def _gate(one: GateFigures) -> dict[str, Any]:
    return {
        "verdicts": dict(one.verdicts),
        "subjects": one.subjects,
        "reviewedAgain": one.repeated,
        "recidivism": _rounded(one.recidivism),
        "improved": one.improved,
        "worsened": one.worsened,
        "exemptions": one.exemptions,
        "bypasses": one.bypasses,
        "bypassedBranches": one.bypassed_branches,
        "branchesBypassedAgain": one.bypassed_again,
        "overrides": one.overrides,
        "forcedBranches": one.forced_branches,
        "branchesForcedAgain": one.forced_again,
    }


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
