"""Findings in and out of outcomes: taken out to be judged together, put back so that each lens shows what counts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from orchestrator.findings.contract import status_of
from orchestrator.values.finding import Finding
from orchestrator.values.outcome import Completed, LensStatus, Outcome


def all_findings(outcomes: Sequence[Outcome]) -> tuple[Finding, ...]:
    """Every finding of every completed lens, in dispatch order, withheld ones included."""
    return tuple(
        finding for outcome in outcomes if isinstance(outcome, Completed) for finding in outcome.result.findings
    )


def settle(outcomes: Sequence[Outcome], findings: Sequence[Finding]) -> tuple[Outcome, ...]:
    """`outcomes` with `findings`, as `all_findings` gave them and annotated since, in place of their own.

    The status of each lens follows from the findings that count. A change of status is noted, because what the lens
    said itself is otherwise lost. Raises ValueError when a finding was dropped or added on the way.
    """
    remaining = iter(findings)
    settled = tuple(_settled(outcome, remaining) for outcome in outcomes)
    if len(findings) != len(all_findings(outcomes)):
        raise ValueError("findings are annotated, never dropped or added")
    return settled


def _settled(outcome: Outcome, remaining: Iterator[Finding]) -> Outcome:
    if not isinstance(outcome, Completed):
        return outcome
    result = outcome.result
    own = tuple(next(remaining, finding) for finding in result.findings)
    status = _status(own, result.status)
    notes = result.notes
    if status is not result.status:
        notes = (*notes, f"status {result.status} became {status}: some of its findings do not count")
    return replace(outcome, result=replace(result, findings=own, status=status, notes=notes))


def _status(findings: Sequence[Finding], stated: LensStatus) -> LensStatus:
    return status_of((finding for finding in findings if finding.counts), stated)
