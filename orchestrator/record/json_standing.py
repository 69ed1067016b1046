"""Where a review stands, as JSON for programs."""

from orchestrator.record.model import ENTRY_TEXTS, Entry, Problem
from orchestrator.record.standing import FindingRow, RoleRow, Standing, StepRow
from orchestrator.record.transitions import Actor

SCHEMA = "review/1"

Object = dict[str, object]


def to_json(standing: Standing) -> Object:
    """`standing` as the schema `review` has it. Findings that are hidden from people are there, `shown` says so."""
    awaiting = {actor.value: [row.finding.id for _, row in standing.rows() if row.awaiting is actor] for actor in Actor}
    return {
        "schema": SCHEMA,
        "format": standing.format,
        "steps": [_step(step) for step in standing.steps],
        "awaiting": {actor: ids for actor, ids in awaiting.items() if actor != Actor.NOBODY.value},
        "toDecide": [finding.id for finding in standing.to_decide],
        "mayClose": standing.may_close,
        "reasons": [{"code": one.code.value, "message": one.message} for one in standing.reasons],
        "problems": [problem_object(problem) for problem in standing.problems],
    }


def _step(step: StepRow) -> Object:
    return {
        "name": step.name.value,
        "mode": step.run_style.value if step.run_style else None,
        "summarized": list(step.summarized),
        "roles": [_role(role) for role in step.roles],
    }


def _role(role: RoleRow) -> Object:
    return {
        "role": role.role,
        "fallback": role.fallback or None,
        "noFinding": role.no_finding,
        "disabled": role.disabled,
        "credited": list(role.credited),
        "findings": [_finding(row) for row in role.findings],
        "broken": [{"id": id or None, "title": title} for id, title in role.broken],  # noqa: A001 - the word of the record
    }


def _finding(row: FindingRow) -> Object:
    finding = row.finding
    return {
        "id": finding.id,
        "title": finding.title,
        "line": finding.line,
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "category": finding.category or None,
        "location": finding.location,
        "evidence": finding.evidence,
        "recommendation": finding.recommendation,
        "raisedBy": list(finding.roles),
        "signature": finding.signature or None,
        "status": finding.status.value,
        "awaiting": row.awaiting.value,
        "toDecide": row.to_decide,
        "shown": row.shown,
        "history": [_entry(entry) for entry in finding.history],
    }


def _entry(entry: Entry) -> Object:
    texts = {name: getattr(entry, name) for name in ENTRY_TEXTS}
    return {"status": entry.status.value, "by": entry.by, **{name: text for name, text in texts.items() if text}}


def problem_object(problem: Problem) -> Object:
    """One defect of a record."""
    return {
        "code": problem.code.value,
        "level": problem.level.value,
        "line": problem.line,
        "finding": problem.finding or None,
        "message": problem.message,
    }
