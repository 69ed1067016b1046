"""The lead of the prose report: the verdict in a sentence, and whatever nobody may miss."""

from collections.abc import Iterator, Sequence

from orchestrator.report.document import Block, Bullets, Callout, Code, Line, Paragraph, Strong
from orchestrator.report.prose_fixes import escalation, fixes_lead
from orchestrator.report.prose_gaps import missed_files
from orchestrator.report.safe import brief
from orchestrator.report.words import plural, verdict_sentence
from orchestrator.report.words_mode import mode_sentence
from orchestrator.values.mode import ModeRun
from orchestrator.values.report import Report
from orchestrator.values.text import printable_path

FILES_NAMED = 5


def lead(report: Report) -> tuple[Block, ...]:
    """The blocks above everything else, the most important first."""
    run, fixes = report.mode, report.fixes
    return (
        *(escalation(fixes) if fixes else ()),
        *(_interrupted(run) if run else ()),
        Paragraph((mode_sentence(report, run.mode) if run else verdict_sentence(report),)),
        *((fixes_lead(fixes),) if fixes else ()),
        *_reasons(report),
        *_summary(report),
        *_limits(report),
        *_notices(report),
        *(_missed(report) if run else ()),
    )


def _interrupted(run: ModeRun) -> Iterator[Block]:
    if run.incomplete:
        yield Callout((Strong("INCOMPLETE:"), f" {run.incomplete}"))


def _reasons(report: Report) -> Iterator[Block]:
    said = report.mode.incomplete if report.mode else ""
    reasons = tuple((reason,) for reason in report.verdict_reasons if not said or said not in reason)
    if reasons:
        yield Bullets(reasons)


def _summary(report: Report) -> Iterator[Block]:
    if report.mode is None:
        yield from (Paragraph((text,)) for text in (report.summary,) if text)
        return
    yield from (Paragraph((line,)) for line in report.summary.splitlines() if line.strip())


def _notices(report: Report) -> Iterator[Block]:
    degraded = _degraded(report.mode) if report.mode else ""
    if degraded:
        yield Callout((Strong("Degraded."), f" {degraded}"))
    if report.escalated and not (report.fixes and report.fixes.escalated):
        yield Callout((Strong("Escalated."), " The fix loop stopped without converging; a person has to decide."))
    yield from (Callout((Strong("Notice."), f" {notice}")) for notice in report.notices)


def _degraded(run: ModeRun) -> str:
    """What the run had to do without, less what the reason for which it is incomplete says already."""
    said = run.incomplete.partition(": ")[2]
    return run.degraded.removesuffix(said).rstrip("; ") if said else run.degraded


def _missed(report: Report) -> Iterator[Block]:
    """What the reviewer was not shown; ignored files only where no notice has named them yet."""
    ignored = [(one.file.path, f"{one.rule}, {one.source}") for one in report.change.ignored]
    if ignored and not any(printable_path(ignored[0][0]) in notice for notice in report.notices):
        yield _some("ignored", ignored)
    apart = {path for path, _ in ignored}
    left_out = [(file, reason) for file, reason in missed_files(report) if file not in apart]
    if left_out:
        yield _some("left out", left_out)


def _some(what: str, files: Sequence[tuple[str, str]]) -> Callout:
    named: Line = ()
    for number, (path, reason) in enumerate(files[:FILES_NAMED]):
        named = (*named, ", " if number else " ", Code(path), f" ({brief(reason)})")
    more = f" and {len(files) - FILES_NAMED} more" if len(files) > FILES_NAMED else ""
    return Callout((Strong(f"{plural(len(files), 'file')} {what}:"), *named, more))


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
