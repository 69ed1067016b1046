"""The evidence gate: a finding counts only if its quote stands in what its reviewer was sent, where it says it stands."""

from dataclasses import replace

from orchestrator.findings.quotes import MIN_CHARS, MIN_WORD_CHARS, is_weak, readings
from orchestrator.findings.sent import Evidence
from orchestrator.findings.sources import Place, nearest
from orchestrator.redaction import redact
from orchestrator.values.finding import Anchor, Finding
from orchestrator.values.text import printable_path

__all__ = ["Evidence", "check"]

NEAR = 5  # lines between the cited line and the quote that still count as the same place

_TOO_WEAK = (
    f"the quote is too weak to prove anything: {MIN_CHARS} visible characters are needed, "
    f"{MIN_WORD_CHARS} of them letters or digits"
)


def check(finding: Finding, evidence: Evidence, *, strict: bool) -> Finding:
    """`finding` with its place verified, or withheld with the reason; secrets are taken out of its text either way.

    The line of a verified finding points at its quote: a cited line inside the quote stays, any other gives way to the
    quote's first line. `strict` is for reviewers that may misremember: their quote must be long enough to mean one
    place, and unique in the file when it is not near the cited line.
    """
    path = evidence.resolve(finding.file)
    placed = (
        finding if finding.withheld_because else _placed(replace(finding, file=path or finding.file), evidence, strict)
    )
    return replace(
        placed,
        file=path or printable_path(finding.file),
        message=redact(placed.message)[0],
        suggested_fix=redact(placed.suggested_fix)[0],
        evidence=redact(placed.evidence)[0],
        withheld_because=redact(placed.withheld_because)[0],
    )


def _placed(finding: Finding, evidence: Evidence, strict: bool) -> Finding:
    reason = _unusable(finding, evidence, strict)
    if reason:
        return replace(finding, withheld_because=reason)
    quote, places = evidence.find(finding.file, finding.evidence)
    if not places:
        return replace(finding, withheld_because=_not_found(finding, evidence))
    place = nearest(places, finding.line)
    near = place.distance(finding.line) <= NEAR
    if strict and is_weak(quote):
        return replace(finding, withheld_because=_TOO_WEAK)
    if strict and not near and len(places) > 1:
        where = f"{printable_path(finding.file)} and not near line {finding.line}"
        return replace(finding, withheld_because=f"the quote is too weak: it occurs {len(places)} times in {where}")
    return _anchored(finding, evidence, place, near)


def _unusable(finding: Finding, evidence: Evidence, strict: bool) -> str:
    """Why the quote need not be sought at all, or an empty string."""
    claim = evidence.claimed_missing(finding.message)
    if claim:
        return claim
    if evidence.resolve(finding.file) is None:
        return _not_sent(finding, evidence)
    file = evidence.file(finding.file)
    if file is not None and file.binary:
        return f"{printable_path(finding.file)} is a binary file: no line of it was shown"
    forms = readings(finding.evidence)
    if not forms:
        return "it quotes nothing"
    return _TOO_WEAK if strict and is_weak(forms[0]) else ""


def _not_sent(finding: Finding, evidence: Evidence) -> str:
    path = printable_path(finding.file)
    left_out = evidence.left_out(finding.file)
    if left_out:
        return f"{path} was left out of what this reviewer was sent: {left_out}"
    other = evidence.elsewhere(finding.file, finding.evidence)
    where = f"; the quote stands in {printable_path(other)}" if other else ""
    return f"{path} is not part of what this reviewer was sent{where}"


def _not_found(finding: Finding, evidence: Evidence) -> str:
    other = evidence.elsewhere(finding.file, finding.evidence)
    path = printable_path(finding.file)
    if other:
        return f"the quote is not in {path} but only in {printable_path(other)}"
    return f"the quote is not in what was sent of {path}"


def _anchored(finding: Finding, evidence: Evidence, place: Place, near: bool) -> Finding:
    inside = place.first <= finding.line <= place.last and not place.removed
    line = finding.line if inside else place.first
    end_line = None if finding.end_line is None else finding.end_line + line - finding.line
    anchor = Anchor.REMOVED if place.removed else Anchor.EXACT if near else Anchor.MOVED
    return replace(
        finding,
        line=line,
        end_line=None if place.removed else end_line,
        anchor=anchor,
        in_diff=evidence.in_diff(finding.file, place),
    )
