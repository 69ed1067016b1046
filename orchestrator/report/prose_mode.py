"""Findings in the words of a mode: its severities, its fields in its order, its labels as they are spelled."""

from collections.abc import Iterator
from textwrap import dedent

from orchestrator.report.document import Bullets, Card, Code, Line, Paragraph, Part, Section, Strong, Table
from orchestrator.report.prose_findings import place_of, place_remarks
from orchestrator.report.safe import one_line
from orchestrator.report.vocabulary import detail_of, severity_of
from orchestrator.report.words_mode import TONES
from orchestrator.values.finding import Detail, Finding
from orchestrator.values.mode import Mode
from orchestrator.values.report import Report, Verdict


def mode_findings_section(report: Report, mode: Mode) -> Section:
    """Every finding that counts, whole, by severity in the mode's order and by place within one."""
    order = {one.id: number for number, one in enumerate(mode.severities)}
    counted = sorted(
        (one for one in report.findings if one.counts),
        key=lambda one: (order.get(severity_of(one, mode).id, len(order)), one.file, one.line),
    )
    if not counted:
        return Section("Findings", (Paragraph((_nothing(report),)),))
    return Section("Findings", tuple(_card(one, mode, report) for one in counted))


def mode_withheld_section(report: Report, mode: Mode) -> Section | None:
    """Claims without sufficient proof, each with the reason. They count for nothing."""
    withheld = tuple(_withheld(one, mode) for one in report.findings if one.withheld_because)
    if not withheld:
        return None
    intro = Paragraph(("These could not be proved from the text under review and do not count.",))
    return Section("Withheld", (intro, Bullets(withheld)))


def words_section(mode: Mode) -> Section | None:
    """What the severities mean and what they do to the verdict, to look up in a document that is kept."""
    rows: tuple[tuple[Line, ...], ...] = tuple(
        ((one.label,), (one.force.value,), (one_line(one.meaning),)) for one in mode.severities
    )
    if not rows:
        return None
    return Section("Severities", (Table(("Severity", "Verdict", "Meaning"), rows),), detail=True, reference=True)


def _nothing(report: Report) -> str:
    if report.verdict is Verdict.NONE:
        return "No finding that counts was recorded, and the review is incomplete. That is not a clean review."
    if not report.preflight_passed:
        return "The reviewer was not started, so there are no findings."
    return "None."


def _card(finding: Finding, mode: Mode, report: Report) -> Card:
    severity, detail = severity_of(finding, mode), detail_of(finding, mode)
    return Card(
        label=severity.label,
        tone=TONES[severity.tone],
        title=one_line(detail.title),
        place=_place(finding, detail, report),
        parts=tuple(_parts(detail, mode)),
    )


def _place(finding: Finding, detail: Detail, report: Report) -> Line:
    said = (finding.category, detail.id, *place_remarks(finding, report))
    return (Code(place_of(finding)), "".join(f", {one_line(word)}" for word in said if word.strip()))


def _parts(detail: Detail, mode: Mode) -> Iterator[Part]:
    """The summary, then the fields in the mode's order; a field that states nothing is not drawn."""
    summary = _lines(detail.summary)
    if summary and detail.summary.strip() not in {detail.title.strip(), *map(str.strip, detail.fields.values())}:
        yield Part("", summary)
    for field in mode.fields:
        text = detail.fields.get(field.key, "")
        lines = tuple(dedent(text).strip("\n").splitlines()) if field.block else _lines(text)
        if text.strip():
            yield Part(field.label, lines, code=field.block)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line for line in map(str.strip, text.splitlines()) if line)


def _withheld(finding: Finding, mode: Mode) -> Line:
    label, detail = severity_of(finding, mode).label, detail_of(finding, mode)
    head = (Code(place_of(finding)), f" {one_line(label)}: {one_line(detail.title).rstrip('.')}. ")
    return (*head, Strong("Withheld:"), f" {one_line(finding.withheld_because)}")
