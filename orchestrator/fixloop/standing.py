"""Whether a finding of an earlier review still stands: its quote is sought in the file as it is now."""

from dataclasses import replace

from orchestrator.findings.quotes import readings
from orchestrator.findings.sources import FileSource, nearest
from orchestrator.redaction import MASK
from orchestrator.values.finding import Finding

GONE = "the file is not there any more, or it cannot be read as text"
STALE = "the code it is about is not there any more"
HIDDEN = "its quote hides a secret, so nobody can tell whether the code is still there; put it right by hand"
UNQUOTED = "it quotes nothing, so nobody can tell whether the code is still there"


def standing(finding: Finding, text: str | None) -> Finding | str:
    """`finding` at the line where its quote stands in `text`, or why it cannot be acted on.

    `text` is the whole file with `\\n` line ends, None where there is none. Of several places the nearest counts.
    """
    if text is None:
        return GONE
    forms = readings(finding.evidence)
    if not forms:
        return UNQUOTED
    source = FileSource((), text)
    places = next((found for form in forms if (found := source.find(form))), ())
    if not places:
        return HIDDEN if MASK in finding.evidence else STALE
    place = nearest(places, finding.line)
    if place.first <= finding.line <= place.last:
        return finding
    shift = place.first - finding.line
    end = None if finding.end_line is None else finding.end_line + shift
    return replace(finding, line=place.first, end_line=end)
