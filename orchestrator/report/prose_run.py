"""The parts of the prose report that are about the run: who looked at what, and with what result."""

from collections.abc import Iterator, Sequence

from orchestrator.report.document import Bullets, Code, Line, Paragraph, Section, Strong, Table
from orchestrator.report.prose_gaps import failure_words, left_out
from orchestrator.report.safe import brief
from orchestrator.report.words import count_words, plural
from orchestrator.report.words_mode import tally
from orchestrator.values.analysis import ToolRun, ToolStatus
from orchestrator.values.change import ChangedFile, Status
from orchestrator.values.finding import Finding
from orchestrator.values.outcome import Completed, Failed, Outcome, Skipped
from orchestrator.values.report import Report, Verdict

FILES, LEFT_OUT = "Files", "Left out"
FILES_SHOWN = 20
STATUS_WORDS = {
    Status.ADDED: "added",
    Status.MODIFIED: "modified",
    Status.DELETED: "deleted",
    Status.RENAMED: "renamed",
    Status.COPIED: "copied",
}

Row = tuple[Line, ...]


def run_sections(report: Report) -> Iterator[Section]:
    """What explains the run: files, lenses or the one reviewer, gates, tools, coverage, cost."""
    gaps = left_out(report)
    single = report.mode is not None
    candidates = (
        (FILES, _files(report.change.files)),
        ("Reviewer" if single else "Lenses", _lenses(report)),
        ("Lenses not run", _dropped(report)),
        ("Preflight gates", _gates(report)),
        ("Static analysis", _tools(report)),
        ("Optional tools", _optional(report)),
        (LEFT_OUT, (gaps,) if gaps else ()),
        ("Cost", _cost(report)),
    )
    # With a mode the lead has named the first files, and the list is whole.
    references = {FILES, LEFT_OUT} if single else {FILES}
    return (
        Section(title, blocks, detail=True, reference=title in references) for title, blocks in candidates if blocks
    )


def _files(files: Sequence[ChangedFile]) -> tuple[Bullets, ...]:
    shown = tuple(_file(file) for file in files[:FILES_SHOWN])
    return (Bullets(shown, more=len(files) - len(shown)),) if shown else ()


def _file(file: ChangedFile) -> Line:
    words = [STATUS_WORDS[file.status]] if file.status else []
    words.extend(word for word, holds in (("binary", file.binary), ("submodule", file.is_submodule)) if holds)
    origin: Line = (" from ", Code(file.old_path)) if file.old_path and file.old_path != file.path else ()
    return (Code(file.path), f" {', '.join(words)}" if words else "", *origin)


def _lenses(report: Report) -> tuple[Table | Bullets, ...]:
    if not report.outcomes:
        return ()
    who = "Lens" if report.mode is None else "Reviewer"
    table = Table((who, "Tier", "Status", "Findings", "Files"), tuple(_lens(one, report) for one in report.outcomes))
    done = (one for one in report.outcomes if isinstance(one, Completed))
    notes: list[Line] = [(f"{one.agent}: {note}",) for one in done for note in one.result.notes]
    notes.extend((text,) for text in map(_warning, report.roster.warnings) if text)
    return (table, Bullets(tuple(notes))) if notes else (table,)


def _lens(outcome: Outcome, report: Report) -> Row:
    if isinstance(outcome, Skipped):
        return (outcome.agent,), ("-",), (brief(f"skip: {outcome.reason}"),), ("-",), ("0",)
    files = (str(len(outcome.files)),)
    if isinstance(outcome, Failed):
        return (outcome.agent,), ("-",), (Strong(f"no result ({failure_words(outcome)})"),), ("-",), files
    found = [one for one in report.findings if one.agent == outcome.agent and one.counts]
    # Rules have one label for all lenses, and the head of the report says it.
    named = outcome.model and outcome.model not in {report.engine.label, report.engine.name}
    other = report.routes[outcome.agent].name if outcome.agent in report.routes else ""
    model = outcome.model if named and outcome.model != other else ""
    aside = ", ".join(filter(None, (other, model)))
    tier = f"{outcome.tier} ({aside})" if aside else outcome.tier
    # Of one reviewer whose review is not whole, what it found so far is no result.
    cut = report.mode is not None and report.verdict is Verdict.NONE
    status = "incomplete" if cut else outcome.result.status.value
    return (outcome.agent,), (tier,), (status,), (_counts(found, report),), files


def _counts(found: Sequence[Finding], report: Report) -> str:
    if not found:
        return "0"
    return tally(found, report.mode.mode) if report.mode else count_words(found)


def _warning(warning: str) -> str:
    """A warning of the roster in words; empty for the one that only repeats a dropped lens."""
    kind, _, name = warning.rpartition(":")
    match kind:
        case "":
            return f"{name}: declares no Scope, so it looked at everything"
        case "unnarrowed-added-only":
            return f"{name}: looks at added files only, and without a diff nobody knows which those are"
        case "skipped-non-executable":
            return ""
        case _:
            return warning


def _dropped(report: Report) -> tuple[Table, ...]:
    reasons: dict[tuple[str, str], list[str]] = {}
    for drop in report.roster.dropped:
        reasons.setdefault((drop.by, drop.reason), []).append(drop.agent)
    rows: tuple[Row, ...] = tuple(((", ".join(agents),), (by,), (brief(why),)) for (by, why), agents in reasons.items())
    return (Table(("Lenses", "Dropped by", "Because"), rows),) if rows else ()


def _gates(report: Report) -> tuple[Table, ...]:
    rows: tuple[Row, ...] = tuple(
        ((gate.name,), (Strong("FAIL") if gate.status == "fail" else gate.status.value,), (brief(gate.detail),))
        for gate in report.gates
    )
    return (Table(("Gate", "Result", "Detail"), rows),) if rows else ()


def _optional(report: Report) -> tuple[Bullets, ...]:
    told = tuple(
        (f"{probe.name}: {'available' if probe.available else 'not available'}, {brief(probe.detail)}",)
        for probe in report.probes
    )
    return (Bullets(told),) if told else ()


def _tools(report: Report) -> tuple[Table | Paragraph, ...]:
    if not report.tools:
        return ()
    whom = "lenses" if report.mode is None else "reviewer"
    context = f"{plural(report.static_count - report.static_left_out, 'result')} handed to the {whom} as context."
    if report.static_left_out:
        context = f"{context[:-1]}, {report.static_left_out} more left out."
    intro = Paragraph((context if report.static_count else "No results.",))
    rows = tuple(_tool(run) for run in report.tools)
    return intro, Table(("Tool", "State", "Results", "Files", "Detail"), rows)


def _tool(run: ToolRun) -> Row:
    name = f"{run.tool} {run.version}".rstrip()
    parts = [run.detail, run.hint if run.status is ToolStatus.ABSENT else ""]
    if run.reused:
        parts.append(f"{plural(run.reused, 'file')} from the cache")
    if run.partial:
        parts.append(f"{plural(len(run.partial), 'file')} read in part or not at all")
    word = run.status.value
    status: Line = (Strong(word),) if run.status in {ToolStatus.CRASHED, ToolStatus.TIMEOUT} else (word,)
    return (
        (name,),
        status,
        (str(len(run.findings)),),
        (str(len(run.scanned)),),
        (brief("; ".join(filter(None, parts))),),
    )


def _cost(report: Report) -> tuple[Paragraph, ...]:
    usage = report.usage
    given = usage.input + usage.cached_read + usage.cached_write
    if not given + usage.output:
        return ()
    cached = f" ({usage.cached_read} read from cache)" if usage.cached_read else ""
    price = f", about {usage.usd:.4f} USD" if usage.usd is not None else ", price unknown"
    return (Paragraph((f"{given} tokens in{cached}, {usage.output} out{price}.",)),)
