"""The words of a run: those of the mode that judged, or those of the panel, both in one shape."""

from types import MappingProxyType

from orchestrator.report.safe import one_line, shorten
from orchestrator.values.finding import Detail, Finding, Severity
from orchestrator.values.mode import EVIDENCE, PANEL, PROBLEM, Force, Mode, ModeField, ModeSeverity, SeverityTone
from orchestrator.values.report import Report, Verdict

FIX = "fix"
TITLE_LIMIT = 120

PANEL_WORDS = Mode(
    id=PANEL,
    label="Code review",
    description="a panel of independent reviewers, each with a subject of its own",
    fields=(
        ModeField(key=PROBLEM, required=True, guide="what goes wrong"),
        ModeField(key=FIX, label="Suggested fix", guide="what would put it right"),
        ModeField(key=EVIDENCE, label="Evidence", required=True, block=True, guide="the lines that prove it"),
    ),
    severities=(
        ModeSeverity(
            id=Severity.ERROR.value,
            label="error",
            tone=SeverityTone.ERROR,
            force=Force.FAIL,
            meaning="to put right before merging",
        ),
        ModeSeverity(
            id=Severity.WARNING.value,
            label="warning",
            tone=SeverityTone.WARN,
            force=Force.WARN,
            meaning="to read before merging",
        ),
        ModeSeverity(
            id=Severity.SUGGESTION.value,
            label="suggestion",
            tone=SeverityTone.MUTED,
            force=Force.PASS,
            meaning="worth a thought",
        ),
    ),
    verdicts=MappingProxyType({"pass": "pass", "warn": "warn", "fail": "fail"}),
)

_FORCES = {Severity.ERROR: Force.FAIL, Severity.WARNING: Force.WARN, Severity.SUGGESTION: Force.PASS}
_TONES = {Force.FAIL: SeverityTone.ERROR, Force.WARN: SeverityTone.WARN, Force.PASS: SeverityTone.MUTED}


def vocabulary(report: Report) -> Mode:
    """The mode that ran; for the panel a mode that says the same in the panel's words."""
    return report.mode.mode if report.mode else PANEL_WORDS


def detail_of(finding: Finding, mode: Mode) -> Detail:
    """What the finding states in the words of `mode`; one that no mode recorded is put into them, with an empty id."""
    if finding.detail is not None:
        return finding.detail
    fields = {PROBLEM: finding.message, FIX: finding.suggested_fix, EVIDENCE: finding.evidence}
    known = {field.key for field in mode.fields}
    return Detail(
        id="",
        severity_id=_severity_id(finding, mode),
        title=shorten(one_line(finding.message), TITLE_LIMIT),
        fields=MappingProxyType({key: text for key, text in fields.items() if key in known and text}),
    )


def severity_of(finding: Finding, mode: Mode) -> ModeSeverity:
    """The severity as `mode` declares it; one it does not declare stands for itself."""
    id = detail_of(finding, mode).severity_id  # noqa: A001 - the word of the settings
    force = _FORCES[finding.severity]
    return mode.severity(id) or ModeSeverity(id=id, label=id, tone=_TONES[force], force=force)


def verdict_word(mode: Mode, verdict: Verdict) -> str:
    """What `mode` calls the verdict; empty where it has no word for it, and always for no verdict."""
    return "" if verdict is Verdict.NONE else mode.verdicts.get(verdict.value, "")


def _severity_id(finding: Finding, mode: Mode) -> str:
    force = _FORCES[finding.severity]
    return next((one.id for one in mode.severities if one.force is force), finding.severity.value)
