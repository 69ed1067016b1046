"""The parts of the prose report that are about findings."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from orchestrator.findings.consolidate import same_defect_groups
from orchestrator.report.document import (
    Block,
    Bullets,
    Code,
    Entry,
    Line,
    Paragraph,
    Section,
    Strong,
    Subheading,
    Table,
)
from orchestrator.report.safe import one_line, shorten
from orchestrator.report.vocabulary import severity_of, vocabulary
from orchestrator.report.words import SEVERITY_TONES, count_words, plural
from orchestrator.values.change import ScopeKind
from orchestrator.values.finding import Anchor, Confidence, Finding
from orchestrator.values.report import Report, Verdict

MESSAGE_LIMIT = 400
FIX_LIMIT = 300
PLACES_SHOWN = 20

Group = tuple[Finding, ...]


def findings_section(report: Report) -> Section:
    """Every finding that counts, by file, the worst file first; one defect is described once. None is left out."""
    counted = [finding for finding in report.findings if finding.counts]
    if not counted:
        return Section("Findings", (Paragraph((_nothing_found(report),)),))
    groups = [_strongest_first(group) for group in same_defect_groups(counted)]
    merged = len(counted) - len(groups)
    blocks: list[Block] = []
    if merged:
        what = f"{plural(len(counted), 'finding')} about {plural(len(groups), 'defect')}"
        blocks.append(Paragraph((f"{what}: what several lenses say about one defect is put together.",)))
    for file, inside in _by_file(groups):
        blocks.append(Subheading((Code(file), f" ({count_words([one for group in inside for one in group])})")))
        blocks.extend(_entry(group, report) for group in inside)
    return Section("Findings", tuple(blocks))


def withheld_section(report: Report) -> Section | None:
    """Findings without sufficient proof. They count for nothing, and a reader may still want to look."""
    withheld = [finding for finding in report.findings if finding.withheld_because]
    if not withheld:
        return None
    intro = Paragraph(("These could not be proved from the text under review and do not count.",))
    return Section("Withheld", (intro, Bullets(tuple(_withheld(finding) for finding in withheld))))


def suppressed_section(report: Report) -> Section | None:
    """What accepted risks took out, by the rule that did it, and what else the audit trail says."""
    suppressed = [one for one in report.findings if one.suppressed_by and not one.withheld_because]
    remarks = [line for line in report.audit if not line.startswith("SUPPRESSED:")]
    if not suppressed and not remarks:
        return None
    words = vocabulary(report)
    blocks: list[Block] = []
    for rule, found in groupby(
        sorted(suppressed, key=lambda one: one.suppressed_by), key=lambda one: one.suppressed_by
    ):
        places = list(found)
        items = tuple(
            (Code(place_of(one)), f" {severity_of(one, words).label}, ", Code(one.rule_id))
            for one in places[:PLACES_SHOWN]
        )
        blocks.append(Subheading(("Rule ", Code(rule), f" ({plural(len(places), 'finding')})")))
        blocks.append(Bullets(items, more=len(places) - len(items)))
    if remarks:
        blocks.extend((Paragraph(("Remarks:",)), Bullets(tuple((line,) for line in remarks))))
    return Section("Suppressed by ACCEPTED-RISKS", tuple(blocks))


def risks_section(report: Report) -> Section | None:
    """Accepted risks that ran out or soon will."""
    if not report.risks:
        return None
    rows: tuple[tuple[Line, ...], ...] = tuple(
        (
            (Code(risk.id),),
            (risk.owner,),
            (risk.expires,),
            (Strong("expired, no longer applied") if risk.expired else "expires soon",),
        )
        for risk in sorted(report.risks, key=lambda risk: (not risk.expired, risk.expires))
    )
    return Section("Expiry report", (Table(("Rule", "Owner", "Expires", "State"), rows),))


def _nothing_found(report: Report) -> str:
    if report.verdict is Verdict.NONE:
        return (
            "No finding was reported before the run ended. That is not a clean review: part of it did not take place."
        )
    if not report.preflight_passed:
        return "No lens was started, so there are no findings."
    return "None."


def _strongest_first(group: Iterable[Finding]) -> Group:
    return tuple(sorted(group, key=lambda one: (*_weight(one), one.line)))


def _weight(finding: Finding) -> tuple[int, int]:
    return finding.severity.rank, list(Confidence).index(finding.confidence)


def _by_file(groups: Sequence[Group]) -> list[tuple[str, list[Group]]]:
    files: dict[str, list[Group]] = {}
    for group in groups:
        files.setdefault(group[0].file, []).append(group)
    inside = [
        (file, sorted(found, key=lambda group: (*_weight(group[0]), group[0].line))) for file, found in files.items()
    ]
    return sorted(inside, key=lambda pair: (_weight(pair[1][0][0])[0], pair[0]))


def _entry(group: Group, report: Report) -> Entry:
    first = group[0]
    lenses = ", ".join(dict.fromkeys(one.agent for one in group))
    remarks = "".join(f", {remark}" for remark in _remarks(group, report))
    fix = next((one.suggested_fix for one in group if one.suggested_fix.strip()), "")
    body: list[Line] = [(shorten(one_line(first.message), MESSAGE_LIMIT),)]
    if fix:
        body.append(("Fix: ", shorten(one_line(fix), FIX_LIMIT)))
    name = first.rule or first.category
    kind: Line = (" (", Code(name), ")") if name else ()
    head = (Code(place_of(first)), *_also(group), f" {lenses}", *kind, remarks)
    return Entry(first.severity.value, SEVERITY_TONES[first.severity], head, tuple(body))


def _also(group: Group) -> Line:
    first = group[0]
    others = dict.fromkeys(one for one in map(_where, group) if one != _where(first))
    places = [line if file == first.file else f"{file}:{line}" for file, line in others]
    return (f" (also {', '.join(places)})",) if places else ()


def _where(finding: Finding) -> tuple[str, str]:
    last = finding.end_line
    return finding.file, f"{finding.line}-{last}" if last and last > finding.line else str(finding.line)


def place_of(finding: Finding) -> str:
    """File and lines."""
    return ":".join(_where(finding))


def _remarks(group: Group, report: Report) -> Iterable[str]:
    first = group[0]
    if first.confidence is Confidence.NONE:
        yield "a question for a person"
    else:
        yield f"confidence {first.confidence.value}"
    yield from place_remarks(first, report)


def place_remarks(finding: Finding, report: Report) -> Iterable[str]:
    """What the place itself says about a finding: whether the change has to answer for it."""
    if finding.pre_existing:
        yield "was there before this change"
    elif finding.in_diff is False and report.change.kind is not ScopeKind.ALL:
        yield "outside the changed lines"
    if finding.anchor is Anchor.REMOVED:
        yield "about removed lines"


def _withheld(finding: Finding) -> Line:
    message = shorten(one_line(finding.message), MESSAGE_LIMIT)
    head = (Code(place_of(finding)), f" {finding.severity.value}, {finding.agent}: {message} ")
    return (*head, Strong("Withheld:"), f" {one_line(finding.withheld_because)}")
