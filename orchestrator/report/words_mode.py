"""The same words for a run with a mode: its own labels are shown as its author spelled them, never inflected."""

from collections import Counter
from collections.abc import Iterable

from orchestrator.report.document import Tone
from orchestrator.report.safe import brief, one_line
from orchestrator.report.vocabulary import severity_of, verdict_word
from orchestrator.report.words import VERDICT_WORDS, plural, verdict_sentence
from orchestrator.values.finding import Finding
from orchestrator.values.mode import Force, Mode, SeverityTone, StoreActivity
from orchestrator.values.outcome import Skipped
from orchestrator.values.report import Report, Verdict
from orchestrator.values.turn import OmissionKind

TONES = {
    SeverityTone.ERROR: Tone.BAD,
    SeverityTone.WARN: Tone.CAUTION,
    SeverityTone.SUCCESS: Tone.GOOD,
    SeverityTone.MUTED: Tone.MUTED,
}


def tally(findings: Iterable[Finding], mode: Mode) -> str:
    """`1 x blocker, 2 x nit` in the mode's order; severities that do not occur are not mentioned."""
    counts = Counter(severity_of(finding, mode) for finding in findings)
    order = {severity: number for number, severity in enumerate(mode.severities)}
    ranked = sorted(counts, key=lambda one: order.get(one, len(order)))
    return ", ".join(f"{counts[one]} x {one_line(one.label)}" for one in ranked) or "no findings"


def counted_words(report: Report, mode: Mode) -> str:
    """How many findings, in a way that a run which did not look cannot be taken for a clean one."""
    said = tally(_counted(report), mode)
    if report.verdict is Verdict.NONE:
        return f"{said} so far, the review is incomplete"
    return said if report.preflight_passed else "none, because the reviewer was not started"


def store_words(activity: StoreActivity) -> str:
    """What the reviewer did to its findings."""
    changes = f"{activity.recorded} recorded, {activity.updated} updated, {activity.deleted} deleted"
    return f"{plural(activity.calls, 'call')}: {changes}"


def mode_verdict(mode: Mode, verdict: Verdict) -> str:
    """The mode's word for the verdict and the verdict itself, once where they are the same."""
    word, plain = one_line(verdict_word(mode, verdict)), VERDICT_WORDS[verdict]
    if not word or word.casefold() == plain.casefold():
        return word or plain
    return f"{word} ({plain})"


def headline(report: Report, mode: Mode) -> str:
    """The verdict as it is told first, and how many findings it does not count because they were withheld."""
    withheld = sum(bool(one.withheld_because) for one in report.findings)
    aside = f", {plural(withheld, 'finding')} withheld" if withheld else ""
    return f"{mode_verdict(mode, report.verdict)}{aside}"


def mode_banner(report: Report, mode: Mode) -> str:
    """What kind of review, its verdict and its numbers in one line."""
    found = tally(_counted(report), mode)
    if report.verdict is Verdict.NONE:
        said = f"the review is incomplete ({found} so far)"
    elif not report.preflight_passed:
        said = "stopped by a preflight gate, nothing was reviewed"
    else:
        unshown = len(_unshown(report))
        suppressed = sum(bool(one.suppressed_by) and not one.withheld_because for one in report.findings)
        aside = f" ({suppressed} suppressed)" if suppressed else ""
        said = f"{found} in {plural(len(report.change.files), 'file')}{aside}"
        said += f", {unshown} of them shown to nobody" if unshown else ""
    engine = f"; {brief(report.engine.label)}" if report.engine.limits else ""
    return f"{one_line(mode.label)}: {headline(report, mode)}; {said}{engine}"


def mode_sentence(report: Report, mode: Mode) -> str:
    """What the verdict means for the person who has to decide."""
    if report.verdict is Verdict.NONE:
        return verdict_sentence(report)
    if not report.preflight_passed:
        return "A preflight gate failed and the reviewer was not started. Put it right and run the review again."
    if report.verdict is Verdict.FAIL:
        forcing = _forcing(report, mode, Force.FAIL)
        return f"Does not pass as it is: {forcing}." if forcing else "Do not merge: see the reasons below."
    if report.verdict is Verdict.WARN:
        forcing = _forcing(report, mode, Force.WARN)
        weighed = f"Nothing fails; to weigh before merging: {forcing}." if forcing else "Nothing fails."
        return f"{weighed}{_aside(report)}"
    return f"{_passed(report, mode)}{_aside(report)}"


def _passed(report: Report, mode: Mode) -> str:
    counted = _counted(report)
    withheld = sum(bool(one.withheld_because) for one in report.findings)
    if counted:
        return f"Nothing fails and nothing warns: {tally(counted, mode)}."
    if withheld and withheld == len(report.findings):
        were = "was" if withheld == 1 else "were"
        return (
            f"A pass, but {plural(withheld, 'finding')} {were} withheld and none counts: "
            "what was said could not be proved. Read the list before relying on it."
        )
    if report.findings:
        return "No finding counts."
    seen = len(report.change.files) - len(_unshown(report))
    return "The reviewer finished and has nothing to report." if seen else "The reviewer had no text to review."


def _unshown(report: Report) -> set[str]:
    """Changed files whose text the reviewer was not shown."""
    return {
        gap.file
        for outcome in report.outcomes
        for gap in (() if isinstance(outcome, Skipped) else outcome.omissions)
        if gap.kind in {OmissionKind.IGNORED, OmissionKind.BINARY} and report.change.file(gap.file) is not None
    }


def _aside(report: Report) -> str:
    """The sentence that says how much of a change that does not fail was not read; empty when it is nothing."""
    secret = {left.path for left in report.change.left_out if left.kind == "secret"}
    count = len(_unshown(report) | secret)
    return f" The text of {plural(count, 'file')} was shown to nobody." if count else ""


def _forcing(report: Report, mode: Mode, force: Force) -> str:
    forcing = [one for one in _counted(report) if severity_of(one, mode).force is force]
    return tally(forcing, mode) if forcing else ""


def _counted(report: Report) -> list[Finding]:
    return [one for one in report.findings if one.counts]
