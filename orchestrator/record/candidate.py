"""A finding of a run as the record would hold it: its place, a quote that stands there, and its texts without secrets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from orchestrator.findings.quotes import Quote, clean_text, squeeze
from orchestrator.findings.sources import Place as Found
from orchestrator.findings.sources import nearest
from orchestrator.fixloop.signature import signature
from orchestrator.record.evidence import Files, forms
from orchestrator.record.location import Lines, Place, code_location, read_location
from orchestrator.record.model import CONFIDENCES, SEVERITIES, Code, Entry, RecordedFinding, Status, StepName
from orchestrator.redaction import redact
from orchestrator.values.finding import Anchor, Finding
from orchestrator.values.text import printable_path

NO_RECOMMENDATION = "The reviewer gave none."
_LONGEST_TITLE = 240
# Fields of a mode that the record says in other places.
_SAID_ELSEWHERE = ("evidence", "problem")


@dataclass(frozen=True, slots=True)
class Candidate:
    """What would be recorded of one finding; `finding` has no id yet. `place` is what its location cites, `lines` are those
    of the quote."""

    role: str
    finding: RecordedFinding
    place: Place
    lines: Lines

    @property
    def strength(self) -> tuple[int, int]:
        """Sorts the most severe and surest first."""
        return self.finding.severity.rank, self.finding.confidence.rank


class Recorder:
    """Turns findings of one step into candidates. `files` are the ones that the record will be checked against."""

    def __init__(self, step: StepName, files: Files, change_folder: str) -> None:
        self._step = step
        self._files = files
        self._folder = change_folder

    def candidate(self, role: str, finding: Finding) -> Candidate | str:
        """The candidate for a finding of `role`, or why it cannot be recorded."""
        title = _title(finding)
        if not title:
            return "it has no message, so nobody could tell what it is about"
        text = self._files.text(finding.file)
        if not isinstance(text, str) and text[0] is Code.LOCATION_MISSING:
            return f"{printable_path(finding.file)} is not there any more, so nothing of it can be cited"
        evidence, span = clean_text(redact(finding.evidence)[0]), Found(finding.line, finding.end_line or finding.line)
        removed = ""
        if finding.anchor is Anchor.REMOVED:
            removed = evidence
            surviving = _surviving(text, finding.line) if isinstance(text, str) else None
            if surviving is None:
                return f"{printable_path(finding.file)} has no line left that could be cited"
            evidence, span = surviving
        elif isinstance(text, str):
            placed = self._placed(finding, text, evidence)
            if placed is None:
                return f"its evidence does not stand in {printable_path(finding.file)} as that is now"
            evidence, span = placed
        location, place = self._location(finding.file, text if isinstance(text, str) else "", span)
        if read_location(location, self._step, self._folder) != place or location != location.strip():
            return f"a record cannot cite the path {printable_path(finding.file)}"
        recorded = RecordedFinding(
            id="",
            title=title,
            severity=SEVERITIES[finding.severity],
            confidence=CONFIDENCES[finding.confidence],
            category=one_line(finding.category),
            location=location,
            evidence=evidence + "\n",
            recommendation=_recommendation(finding, title, removed),
            signature=signature(replace(finding, agent=role)),
            history=(Entry(status=Status.OPEN, by=role),),
        )
        return Candidate(role, recorded, place, Lines(span.first, span.last))

    def _placed(self, finding: Finding, text: str, evidence: str) -> tuple[str, Found] | None:
        """The quote as the file has it, and its lines; None when it does not stand there."""
        found = self._files.find(finding.file, text, evidence)
        if not found:
            return None
        span = nearest(found, finding.line)
        lines = text.split("\n")[span.first - 1 : span.last]
        literal = [squeeze(line) for line in evidence.split("\n")]
        if len(literal) == len(lines) and all(part in squeeze(line) for part, line in zip(literal, lines, strict=True)):
            return evidence, span
        # It was quoted with diff markers or line numbers, or without a secret.
        return "\n".join(redact(text)[0].split("\n")[span.first - 1 : span.last]), span

    def _location(self, path: str, text: str, span: Found) -> tuple[str, Place]:
        inside = f"{self._folder.rstrip('/')}/".lstrip("/")
        if self._step is StepName.PLAN and text and path.startswith(inside):
            heading = self._files.outline(path, text).above(span.first)
            if heading:
                return f"{path.removeprefix(inside)}#{heading}", Place(path, heading=heading)
        return code_location(path, span.first, span.last), Place(path, span.first, span.last)


def quote_of(finding: RecordedFinding) -> Quote:
    """The lines of its evidence without white space, as they are written."""
    return next(iter(forms(finding.evidence)), ())


def one_line(text: str) -> str:
    """`text` without secrets and control characters, on one line."""
    return " ".join(clean_text(redact(text)[0]).split())


def _surviving(text: str, line: int) -> tuple[str, Found] | None:
    """The visible line that is closest to `line`, the earlier one of two, and where it stands."""
    lines = redact(text)[0].split("\n")
    at = min(max(line - 1, 0), len(lines) - 1)
    steps = sorted(range(len(lines)), key=lambda number: (abs(number - at), number))
    found = next((number for number in steps if squeeze(lines[number])), None)
    return None if found is None else (clean_text(lines[found]), Found(found + 1, found + 1))


def _title(finding: Finding) -> str:
    whole = one_line(finding.detail.title if finding.detail else finding.message)
    return whole if len(whole) <= _LONGEST_TITLE else whole[: _LONGEST_TITLE - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"


def _recommendation(finding: Finding, title: str, removed: str) -> str:
    fields: Mapping[str, str] = finding.detail.fields if finding.detail else {}
    message = clean_text(redact(finding.message)[0])
    said = [message] if one_line(message) != title else []
    said += [clean_text(redact(finding.suggested_fix)[0])]
    said += [f"{key}: {clean_text(redact(text)[0])}" for key, text in fields.items() if key not in _SAID_ELSEWHERE]
    said += [f"This is about text that was removed near the cited line:\n\n{removed}"] if removed else []
    return "\n\n".join(part for part in said if part.strip()) or NO_RECOMMENDATION
