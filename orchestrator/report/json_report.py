"""The aggregate as JSON: what programs read. Its schema is `schemas/code-review-report.json`."""

import json
from collections.abc import Mapping, Sequence

from orchestrator.report.boundary import check
from orchestrator.report.fix_parts import fixes
from orchestrator.report.json_parts import (
    agents,
    cost,
    coverage,
    engine,
    failures,
    gates,
    issue,
    risk,
    roster,
    scope,
    static_analysis,
    top_finding,
)
from orchestrator.report.mode_parts import detail, mode_run, store
from orchestrator.report.scrub import scrub, scrub_value
from orchestrator.report.vocabulary import detail_of
from orchestrator.values.outcome import Skipped
from orchestrator.values.report import Report

SCHEMA = "code-review-report/1"


class JsonReporter:
    """Report in, one JSON object out."""

    def render(self, report: Report) -> bytes:
        """ASCII, ends with a newline. Raises StateError when the object breaks its own schema."""
        return to_json(report_object(report))


def to_json(value: Mapping[str, object]) -> bytes:
    """One validated object as bytes, for any of the three forms. ASCII, so that no path can break a stream."""
    validate_report(value)
    return (json.dumps(value, indent=2, ensure_ascii=True, allow_nan=False) + "\n").encode("ascii")


def report_object(raw: Report) -> dict[str, object]:
    """The run form, secrets removed, every key present; those of a mode only where one ran, `fixes` after a fix loop."""
    report = scrub(raw)
    change = report.change
    return {
        "schema": SCHEMA,
        "overall": report.overall.value,
        "verdict": report.verdict.value,
        "timestamp": report.timestamp,
        "scope": scope(change, report.trust),
        "targetFiles": len(change.files),
        "preFlightPassed": report.preflight_passed,
        "gates": gates(report.gates),
        "staticAnalysis": static_analysis(report.tools, report.static_count, report.static_left_out),
        "optionalTools": [
            {"tool": probe.name, "available": probe.available, "detail": probe.detail} for probe in report.probes
        ],
        "roster": roster(report.roster),
        "engine": engine(report.engine, report.routes),
        "agents": agents(report.outcomes, report.findings),
        "topFindings": [top_finding(top) for top in report.top],
        "totals": {
            "errors": report.totals.errors,
            "warnings": report.totals.warnings,
            "suggestions": report.totals.suggestions,
        },
        "health": report.health.value,
        "dispatchFailures": failures(report.outcomes),
        "withheld": [{**issue(one), "reason": one.withheld_because} for one in report.findings if one.withheld_because],
        "suppressed": [
            {**issue(one), "by": one.suppressed_by}
            for one in report.findings
            if one.suppressed_by and not one.withheld_because
        ],
        "expiredRisks": [risk(one) for one in report.risks],
        "coverage": coverage(report.outcomes, change.left_out),
        "cost": cost(report.usage),
        "redactions": report.redactions,
        "tokenEstimate": {
            "totalInputFiles": len(change.files),
            "agentCount": sum(not isinstance(outcome, Skipped) for outcome in report.outcomes),
            "contextStrategy": report.context_strategy,
        },
        "escalated": report.escalated,
        "gate": {"written": report.gate.written, "reason": report.gate.reason, "rule": report.gate.rule},
        "summary": report.summary,
        "verdictReasons": list(report.verdict_reasons),
        "audit": list(report.audit),
        "notices": list(report.notices),
        **_of_mode(report),
        **({"fixes": fixes(report.fixes)} if report.fixes else {}),
    }


def _of_mode(report: Report) -> dict[str, object]:
    run = report.mode
    if run is None:
        return {}
    counted = [one for one in report.findings if one.counts]
    return {
        "mode": mode_run(run),
        "findings": [{**issue(one), **detail(detail_of(one, run.mode))} for one in counted],
        "store": store(run.store),
    }


def error_object(reason: str, *, missing: Sequence[str] = (), hint: str = "") -> dict[str, object]:
    """What `--json` prints when the run could not take place: never a pass, always with the reason."""
    return scrub_value(
        {
            "schema": SCHEMA,
            "status": "error",
            "overall": "fail",
            "verdict": "none",
            "reason": reason,
            "missing": list(missing),
            "hint": hint,
        }
    )


def documentation_only_object(files: Sequence[str]) -> dict[str, object]:
    """What `--json` prints when the change holds nothing but documentation."""
    return scrub_value({"schema": SCHEMA, "status": "skipped", "reason": "documentation-only", "files": list(files)})


def validate_report(value: Mapping[str, object]) -> None:
    """Raises StateError naming the first place where `value` is not what the schema promises: a fault of ours."""
    check(value, "code-review-report")
