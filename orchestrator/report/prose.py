"""The prose report as a document: what is said and in which order. Formats only draw it."""

from orchestrator.report.document import Document, Facts
from orchestrator.report.prose_facts import facts
from orchestrator.report.prose_findings import findings_section, risks_section, suppressed_section, withheld_section
from orchestrator.report.prose_fixes import fixes_section
from orchestrator.report.prose_gaps import unreviewed_section
from orchestrator.report.prose_lead import lead
from orchestrator.report.prose_mode import mode_findings_section, mode_withheld_section, words_section
from orchestrator.report.prose_run import run_sections
from orchestrator.report.scrub import scrub
from orchestrator.report.words import VERDICT_TONES, VERDICT_WORDS, banner
from orchestrator.report.words_mode import headline, mode_banner
from orchestrator.values.mode import Mode
from orchestrator.values.report import Report


def build_document(raw: Report) -> Document:
    """The report as a document, secrets already removed. Every finding is told in it exactly once, alone or merged."""
    report = scrub(raw)
    if report.mode is not None:
        return _of_mode(report, report.mode.mode)
    sections = (
        unreviewed_section(report),
        fixes_section(report),
        findings_section(report),
        withheld_section(report),
        suppressed_section(report),
        risks_section(report),
        *run_sections(report),
    )
    return Document(
        word=VERDICT_WORDS[report.verdict],
        tone=VERDICT_TONES[report.verdict],
        banner=banner(report),
        lead=lead(report),
        facts=Facts(tuple(facts(report))),
        sections=tuple(section for section in sections if section is not None),
    )


def _of_mode(report: Report, mode: Mode) -> Document:
    """The same in the mode's words: titled by its label, each finding drawn from its fields."""
    sections = (
        unreviewed_section(report),
        fixes_section(report),
        mode_findings_section(report, mode),
        mode_withheld_section(report, mode),
        suppressed_section(report),
        risks_section(report),
        *run_sections(report),
        words_section(mode),
    )
    return Document(
        title=mode.label,
        word=headline(report, mode),
        tone=VERDICT_TONES[report.verdict],
        banner=mode_banner(report, mode),
        lead=lead(report),
        facts=Facts(tuple(facts(report))),
        sections=tuple(section for section in sections if section is not None),
    )
