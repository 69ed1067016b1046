"""The words of the report: one place for how numbers, verdicts and scopes are said."""

from collections.abc import Sequence

from orchestrator.report.document import Tone
from orchestrator.report.safe import brief
from orchestrator.values.change import ScopeKind
from orchestrator.values.finding import Finding, Severity
from orchestrator.values.report import Report, Totals, Verdict

VERDICT_WORDS = {Verdict.PASS: "PASS", Verdict.WARN: "WARN", Verdict.FAIL: "FAIL", Verdict.NONE: "NO VERDICT"}
VERDICT_TONES = {Verdict.PASS: Tone.GOOD, Verdict.WARN: Tone.CAUTION, Verdict.FAIL: Tone.BAD, Verdict.NONE: Tone.BAD}
SEVERITY_TONES = {Severity.ERROR: Tone.BAD, Severity.WARNING: Tone.CAUTION, Severity.SUGGESTION: Tone.PLAIN}
SCOPE_WORDS = {
    ScopeKind.AUTO: "uncommitted changes",
    ScopeKind.STAGED: "the staged changes, exactly as they are in the index",
    ScopeKind.SINCE: "changes since",
    ScopeKind.PATH: "whole files below the given paths",
    ScopeKind.ALL: "the whole repository",
    ScopeKind.WORKTREE: "everything in the work tree that changed since",
    ScopeKind.PATCH: "a change recorded as a patch",
}

TRUST_WORDS = {
    "base": "the base of the change",
    "worktree": "the work tree, where the change itself may have altered it",
}


def plural(count: int, noun: str) -> str:
    """`1 error`, `2 errors`, `2 lenses`."""
    if count == 1:
        return f"1 {noun}"
    return f"{count} {noun}{'es' if noun.endswith('s') else 's'}"


def totals_words(totals: Totals) -> str:
    """`2 errors, 1 warning`; kinds that do not occur are not mentioned."""
    pairs = ((totals.errors, "error"), (totals.warnings, "warning"), (totals.suggestions, "suggestion"))
    return ", ".join(plural(count, noun) for count, noun in pairs if count) or "no findings"


def count_words(findings: Sequence[Finding]) -> str:
    """The same for a list of findings."""
    tally = [sum(finding.severity is severity for finding in findings) for severity in Severity]
    return totals_words(Totals(*tally))


def verdict_sentence(report: Report) -> str:
    """What the verdict means for the person who wants to merge."""
    if report.verdict is Verdict.NONE:
        return (
            "The review is incomplete, so nobody can say whether this change is good. "
            "Treat it as not reviewed; it does not pass."
        )
    if not report.preflight_passed:
        return "A preflight gate failed and no lens was started. Put it right and run the review again."
    if report.verdict is Verdict.FAIL:
        return _failed_sentence(report)
    if report.verdict is Verdict.WARN:
        return f"No errors; {plural(report.totals.warnings, 'warning')} to read before merging."
    suggestions = report.totals.suggestions
    return "No errors and no warnings" + (f"; {plural(suggestions, 'suggestion')}." if suggestions else ".")


def _failed_sentence(report: Report) -> str:
    totals = report.totals
    if totals.errors:
        return f"{plural(totals.errors, 'error')} to put right before merging."
    if report.escalated and totals != Totals():
        return f"Do not merge: the fix loop stopped with {totals_words(totals)} still open."
    return "Do not merge: see the reasons below."


def findings_words(report: Report) -> str:
    """How many findings, in a way that a run which did not look cannot be taken for a clean one."""
    said = totals_words(report.totals)
    if report.verdict is Verdict.NONE:
        return f"{said} so far, the review is incomplete"
    return said if report.preflight_passed else "none, because no lens was started"


def aside_words(report: Report) -> str:
    """How many findings do not count, in brackets after a space; empty when all do."""
    withheld = sum(bool(finding.withheld_because) for finding in report.findings)
    suppressed = sum(bool(finding.suppressed_by) and not finding.withheld_because for finding in report.findings)
    parts = [f"{count} {word}" for count, word in ((withheld, "withheld"), (suppressed, "suppressed")) if count]
    return f" ({', '.join(parts)})" if parts else ""


def health_words(report: Report) -> str:
    """The health of the change; unknown when the run does not know it."""
    if report.verdict is Verdict.NONE or not report.preflight_passed:
        return "unknown"
    return report.health.value.replace("-", " ")


def banner(report: Report) -> str:
    """The verdict and its numbers in one line."""
    if report.verdict is Verdict.NONE:
        said = f"the review is incomplete ({totals_words(report.totals)} so far)"
    elif not report.preflight_passed:
        said = "stopped by a preflight gate, nothing was reviewed"
    else:
        said = f"{totals_words(report.totals)} in {plural(len(report.change.files), 'file')}"
        said += ", escalated to a person" if report.escalated else ""
    # A verdict that is partly a model's carries no label; the head of the report tells which lenses it is not of.
    by_rules = report.engine.limits and all(info.limits for info in report.routes.values())
    engine = f"; {brief(report.engine.label)}" if by_rules else ""
    return f"{VERDICT_WORDS[report.verdict]}: {said}{engine}"
