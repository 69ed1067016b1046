"""Reports of runs that fixed findings: one that converged, one that was escalated."""

from typing import Any

from orchestrator.values.finding import Finding, Severity
from orchestrator.values.fixrun import FixedFinding, FixEnd, FixRun, FixState, LoopRound
from orchestrator.values.report import Report, Verdict
from tests.support.reports import make_finding, make_report

COMMITS = ("4be1" * 10, "a07c" * 10)
ESCALATED: dict[str, Any] = {"escalated": True, "overall": Verdict.FAIL, "verdict": Verdict.FAIL}


def make_fixed(finding: Finding | None = None, **changes: Any) -> FixedFinding:
    """A finding that the first iteration fixed, uncommitted."""
    values: dict[str, Any] = {
        "finding": finding or make_finding(),
        "state": FixState.FIXED,
        "reason": "correctness-review looked again and says that it is resolved",
        "fixer": "anthropic",
        "iteration": 1,
    }
    return FixedFinding(**{**values, **changes})


def make_round(number: int, *agents: str, **changes: Any) -> LoopRound:
    """A round that found nothing: the panel when it is the first, a verification otherwise."""
    values: dict[str, Any] = {
        "purpose": "discovery" if number == 1 else "verification",
        "agents": agents or ("correctness-review",),
        "new": 0,
        "carried": 0,
        "provenance": 0,
    }
    return LoopRound(number=number, **{**values, **changes})


def make_fix_run(*findings: FixedFinding, **changes: Any) -> FixRun:
    """A loop that converged in one iteration; the tests passed, and its fixes are staged."""
    values: dict[str, Any] = {
        "ended": FixEnd.CONVERGED,
        "iterations": 1,
        "rounds": (make_round(1, new=len(findings)), make_round(2)),
        "tests": "the project's tests (pytest -q): 41 passed",
        "where": "staged",
    }
    return FixRun(findings=findings, **{**values, **changes})


def make_converged() -> Report:
    """Two findings fixed and committed; a suggestion is left, and nothing else."""
    style = make_finding(
        "The name `data2` says nothing.",
        agent="naming-review",
        severity=Severity.SUGGESTION,
        category="vague-name",
        line=40,
        suggested_fix="Call it what it holds.",
    )
    sql = make_finding(
        "User input is put into the SQL text.",
        agent="security-review",
        category="A03.sql-injection",
        file="src/db.py",
        line=31,
    )
    run = make_fix_run(
        make_fixed(sql, commit=COMMITS[0]),
        make_fixed(reason="the import is gone, and nothing else refers to it", iteration=2, commit=COMMITS[1]),
        make_fixed(style, state=FixState.LEFT, reason="a suggestion is not acted on", fixer="", iteration=0),
        iterations=2,
        rounds=(
            make_round(
                1, "doc-review", "naming-review", "structure-review", "correctness-review", "security-review", new=2
            ),
            make_round(2, "security-review", new=1, provenance=1),
            make_round(3, "security-review", "correctness-review", purpose="closing"),
        ),
        where="committed",
        commits=COMMITS,
    )
    return make_report(style, fixes=run, verdict_reasons=())


def make_escalated() -> Report:
    """The same warnings persist after fixes; every other way for a finding to stay open is there, too."""
    kinds = (
        (FixState.PERSISTS, "correctness-review quotes it again", 2),
        (FixState.REVERTED, "the project's tests fail with it", 1),
        (FixState.REFUSED, "it deletes a test", 1),
        (FixState.DECLINED, "the caller relies on it, a person has to choose", 1),
        (FixState.FAILED, "the reply was cut off twice", 1),
        (FixState.LEFT, "not chosen", 0),
    )
    open_ones = tuple(
        make_fixed(
            make_finding(f"Case {number} is not handled.", severity=Severity.WARNING, line=number * 10),
            state=state,
            reason=reason,
            iteration=iteration,
            fixer="anthropic" if iteration else "",
        )
        for number, (state, reason, iteration) in enumerate(kinds, start=1)
    )
    run = make_fix_run(
        *open_ones,
        make_fixed(make_finding("A file is never closed.", file="lib/files.py", line=8)),
        ended=FixEnd.PERSISTS,
        iterations=2,
        rounds=(
            make_round(1, "doc-review", "correctness-review", new=7),
            make_round(2, new=1, carried=2, provenance=1),
            make_round(3, carried=1),
        ),
        tests="the syntax of the edited files alone: the project has no tests that were found",
        where="left",
        notices=("src/app.py was changed by somebody else meanwhile; its fixes were not staged.",),
        resumed="7c1e90",
    )
    reasons = ("the fix loop was escalated to a person", "correctness-review says warn: 6 warnings")
    return make_report(*(one.finding for one in open_ones), fixes=run, verdict_reasons=reasons, **ESCALATED)
