"""The facts at the head of the prose report: what was reviewed, by whom, with what result."""

from collections.abc import Iterator

from orchestrator.report.document import Code, Line, ObjectId
from orchestrator.report.safe import brief
from orchestrator.report.words import SCOPE_WORDS, TRUST_WORDS, aside_words, findings_words, health_words, plural
from orchestrator.report.words_mode import counted_words, store_words
from orchestrator.values.change import ScopeKind
from orchestrator.values.mode import ModeRun
from orchestrator.values.report import Report

BUILT_IN = "built-in"

Fact = tuple[str, Line]


def facts(report: Report) -> Iterator[Fact]:
    """Labelled values, in the order in which they are read; those of a mode where one ran."""
    run = report.mode
    if run:
        yield "Mode", _mode(run)
    yield from _change(report)
    yield "Engine", _engine(report)
    if report.trust:
        yield "Policy", (f"from {TRUST_WORDS.get(report.trust, report.trust)}",)
    if run:
        yield from _asked(run)
    yield "Findings", (f"{counted_words(report, run.mode) if run else findings_words(report)}{aside_words(report)}",)
    if run:
        yield "Store", (store_words(run.store),)
    else:
        yield "Health", (health_words(report),)
    yield "Gate file", (f"{'written' if report.gate.written else 'not written'}{_because(report)}",)
    if report.redactions:
        yield "Redacted", (plural(report.redactions, "secret value"),)
    yield "Finished", (report.timestamp,)


def _mode(run: ModeRun) -> Line:
    own: Line = () if run.mode.source == BUILT_IN else (", from ", Code(run.mode.source))
    label = f" ({run.mode.label})" if run.mode.label != run.mode.id else ""
    return (Code(run.mode.id), label, *own)


def _asked(run: ModeRun) -> Iterator[Fact]:
    if run.focus:
        yield "Focus", (brief(run.focus),)
    if run.language:
        yield "Language", (run.language,)


def _change(report: Report) -> Iterator[Fact]:
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


def _engine(report: Report) -> Line:
    label = report.engine.label
    named: Line = (Code(report.engine.name), f" ({label})" if label and label != report.engine.name else "")
    for name in dict.fromkeys(info.name for info in report.routes.values()):
        lenses = ", ".join(lens for lens, info in report.routes.items() if info.name == name)
        named = (*named, "; ", Code(name), f" for {lenses}")
    return named


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


def _because(report: Report) -> str:
    reason = f": {report.gate.reason}" if report.gate.reason else ""
    return f"{reason} ({report.gate.rule})" if report.gate.rule else reason
