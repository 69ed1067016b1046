"""Totals, health and actionability: what the findings that count amount to."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from orchestrator.values.finding import Confidence, Finding, Severity
from orchestrator.values.outcome import Completed, LensStatus, Outcome
from orchestrator.values.report import Health, Totals

SECURITY = "security-review"
ARCHITECTURE = frozenset({"arch-review", "domain-review"})


class Handling(StrEnum):
    """What may be done about a finding without asking."""

    AUTO = "auto"
    HUMAN = "human"
    REPORT = "report"


def totals_of(findings: Iterable[Finding]) -> Totals:
    """Findings that count, by severity."""
    counted = Counter(finding.severity for finding in findings if finding.counts)
    return Totals(counted[Severity.ERROR], counted[Severity.WARNING], counted[Severity.SUGGESTION])


def lens_statuses(outcomes: Sequence[Outcome]) -> dict[str, LensStatus]:
    """Status of every lens that completed, by name, in dispatch order. A lens that failed has none."""
    return {outcome.agent: outcome.result.status for outcome in outcomes if isinstance(outcome, Completed)}


def health_of(statuses: Mapping[str, LensStatus]) -> Health:
    """Health by the rubric: lenses that skip are left out; where no lens gave a status there is nothing to call healthy."""
    failed = {name for name, status in statuses.items() if status is LensStatus.FAIL}
    warned = sum(status is LensStatus.WARN for status in statuses.values())
    if len(failed) >= 3 or SECURITY in failed or failed >= ARCHITECTURE:
        return Health.CRITICAL
    if failed or warned >= 3 or not statuses:
        return Health.NEEDS_ATTENTION
    return Health.HEALTHY


def handling_of(finding: Finding) -> Handling:
    """Errors and warnings the reviewer is sure of may be mended; unsure ones need a person; suggestions are reported."""
    if finding.severity is Severity.SUGGESTION:
        return Handling.REPORT
    return Handling.HUMAN if finding.confidence is Confidence.NONE else Handling.AUTO


def actionable_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that count and may be mended without asking a person for judgement."""
    return tuple(finding for finding in findings if finding.counts and handling_of(finding) is Handling.AUTO)
