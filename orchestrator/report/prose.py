"""The prose report as a document: what is said and in which order. Formats only draw it."""

from collections.abc import Iterator

from orchestrator.report.document import (
    Block,
    Bullets,
    Callout,
    Code,
    Document,
    Facts,
    Line,
    ObjectId,
    Paragraph,
    Strong,
)
from orchestrator.report.prose_findings import findings_section, risks_section, suppressed_section, withheld_section
from orchestrator.report.prose_gaps import unreviewed_section
from orchestrator.report.prose_run import run_sections
from orchestrator.report.scrub import scrub
from orchestrator.report.words import (
    SCOPE_WORDS,
    TRUST_WORDS,
    VERDICT_TONES,
    VERDICT_WORDS,
    banner,
    findings_words,
    health_words,
    plural,
    verdict_sentence,
)
from orchestrator.values.change import ScopeKind
from orchestrator.values.report import Report


def build_document(raw: Report) -> Document:
    """The report as a document, secrets already removed. Every finding is in it exactly once, alone or merged."""
    report = scrub(raw)
    sections = (
        unreviewed_section(report),
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
        lead=_lead(report),
        facts=Facts(tuple(_facts(report))),
        sections=tuple(section for section in sections if section is not None),
    )


def _lead(report: Report) -> tuple[Block, ...]:
    blocks: list[Block] = [Paragraph((verdict_sentence(report),))]
    if report.verdict_reasons:
        blocks.append(Bullets(tuple((reason,) for reason in report.verdict_reasons)))
    if report.summary:
        blocks.append(Paragraph((report.summary,)))
    blocks.extend(_limits(report))
    if report.escalated:
        blocks.append(
            Callout((Strong("Escalated."), " The fix loop stopped without converging; a person has to decide."))
        )
    blocks.extend(Callout((Strong("Notice."), f" {notice}")) for notice in report.notices)
    return tuple(blocks)


def _limits(report: Report) -> Iterator[Callout]:
    """What must not be taken for the judgement of a model: all of it, or what single lenses say."""
    mine = [name for name in report.roster.selected if name not in report.routes]
    infos = (*([report.engine] if mine or not report.routes else []), *report.routes.values())
    limited = {info.limits: None for info in infos if info.limits}
    if not limited:
        return
    if all(info.limits for info in infos):
        yield Callout((Strong("No model reviewed this change."), f" {' '.join(limited)}"))
        return
    by_rules = [name for name in mine if report.engine.limits]
    by_rules += [name for name, info in report.routes.items() if info.limits]
    yield Callout((Strong(f"No model was asked for {', '.join(by_rules)}."), f" {' '.join(limited)}"))


def _facts(report: Report) -> Iterator[tuple[str, Line]]:
    change = report.change
    yield "Scope", (*_scope(report), f", {plural(len(change.files), 'file')}")
    # A patch says itself what changed: there is no tree that it was made from.
    patch = change.kind is ScopeKind.PATCH
    if (change.kind.has_diff and not patch) or change.base_sha:
        yield "Base", _end(change.base_ref, change.base_sha, "the empty tree, nothing came before")
    if change.head_sha or not patch:
        yield "Head", _end(change.head_ref, change.head_sha, "no commit yet")
    if change.subject:
        yield "Subject", (ObjectId(change.subject),)
    elif change.no_subject:
        yield "Subject", (f"none, because {change.no_subject}",)
    label = report.engine.label
    named: Line = (Code(report.engine.name), f" ({label})" if label and label != report.engine.name else "")
    for name in dict.fromkeys(info.name for info in report.routes.values()):
        lenses = ", ".join(lens for lens, info in report.routes.items() if info.name == name)
        named = (*named, "; ", Code(name), f" for {lenses}")
    yield "Engine", named
    if report.trust:
        yield "Policy", (f"from {TRUST_WORDS.get(report.trust, report.trust)}",)
    yield "Findings", (f"{findings_words(report)}{_aside(report)}",)
    yield "Health", (health_words(report),)
    yield "Gate file", (f"{'written' if report.gate.written else 'not written'}{_because(report)}",)
    if report.redactions:
        yield "Redacted", (plural(report.redactions, "secret value"),)
    yield "Finished", (report.timestamp,)


def _scope(report: Report) -> Line:
    change = report.change
    words = SCOPE_WORDS[change.kind]
    since: Line = (f"{words} ", Code(change.base_ref or change.base_sha)) if words.endswith("since") else (words,)
    return (*since, ", narrowed by path") if change.narrowed else since


def _end(ref: str, sha: str, without: str) -> Line:
    """One end of the change: the id, and the name it was given by where that says more."""
    if not sha:
        return (without,)
    return (ObjectId(sha), " (", Code(ref), ")") if ref and ref != sha else (ObjectId(sha),)


def _aside(report: Report) -> str:
    withheld = sum(bool(finding.withheld_because) for finding in report.findings)
    suppressed = sum(bool(finding.suppressed_by) and not finding.withheld_because for finding in report.findings)
    parts = [f"{count} {word}" for count, word in ((withheld, "withheld"), (suppressed, "suppressed")) if count]
    return f" ({', '.join(parts)})" if parts else ""


def _because(report: Report) -> str:
    reason = f": {report.gate.reason}" if report.gate.reason else ""
    return f"{reason} ({report.gate.rule})" if report.gate.rule else reason
