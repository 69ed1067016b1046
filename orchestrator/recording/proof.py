"""The evidence gate of a recorded finding: the one of the panel, over every text that the finding states."""

from dataclasses import replace
from types import MappingProxyType

from orchestrator.findings.evidence import check
from orchestrator.findings.sent import Evidence
from orchestrator.redaction import redact
from orchestrator.values.finding import Anchor, Detail, Finding
from orchestrator.values.mode import EVIDENCE


def proven(finding: Finding, evidence: Evidence) -> Finding:
    """`finding` with its place verified, or withheld with the reason; secrets are taken out of all its texts.

    A claim that a file is missing which was only left out proves nothing, in whatever field it stands.
    """
    checked = check(finding, evidence, strict=True)
    detail = checked.detail
    if detail is None:
        return checked
    if not checked.withheld_because:
        texts = (detail.title, detail.summary, *(text for key, text in detail.fields.items() if key != EVIDENCE))
        checked = replace(checked, withheld_because=redact(evidence.claimed_missing("\n".join(texts)))[0])
    return replace(checked, detail=_clean(detail, checked.evidence))


def place_of(finding: Finding, cited: int) -> str:
    """What to tell whoever cited line `cited` of where the quote was found; empty when it was found there."""
    if finding.withheld_because or finding.line == cited:
        return ""
    if finding.anchor is Anchor.REMOVED:
        return f"The quoted text was removed; line {finding.line} is where it stood."
    return f"The quote stands at line {finding.line}, so that is its line now."


def _clean(detail: Detail, quote: str) -> Detail:
    fields = {key: quote if key == EVIDENCE else redact(text)[0] for key, text in detail.fields.items()}
    return replace(
        detail,
        title=redact(detail.title)[0],
        summary=redact(detail.summary)[0],
        fields=MappingProxyType(fields),
    )
