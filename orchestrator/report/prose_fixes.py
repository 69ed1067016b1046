"""The parts of the prose report that are about a fix loop: what became of each finding, and how the loop went."""

from collections.abc import Iterator, Sequence

from orchestrator.report.document import (
    Block,
    Bullets,
    Callout,
    Code,
    Entry,
    Line,
    ObjectId,
    Paragraph,
    Section,
    Strong,
    Subheading,
    Table,
)
from orchestrator.report.prose_findings import place_of
from orchestrator.report.safe import brief, one_line, shorten
from orchestrator.report.words import plural
from orchestrator.report.words_fixes import (
    STATE_TONES,
    end_words,
    for_person,
    group_words,
    length_words,
    outcome_words,
    place_words,
    reason_words,
    round_words,
)
from orchestrator.values.fixrun import FixedFinding, FixEnd, FixRun, LoopRound
from orchestrator.values.report import Report

LENSES_NAMED = 4
MESSAGE_LIMIT = 160


def escalation(run: FixRun) -> Iterator[Block]:
    """Why a person has to decide, with what each round found as the evidence; nothing for a loop that came to an end."""
    if not run.escalated:
        return
    yield Callout((Strong("Escalated."), f" The fix loop stopped because {end_words(run)}. A person has to decide."))
    if run.rounds:
        yield Bullets(tuple((_round_line(one),) for one in run.rounds))


def fixes_lead(run: FixRun) -> Paragraph:
    """The outcome in a line."""
    return Paragraph((f"Fixes: {outcome_words(run)}.",))


def fixes_section(report: Report) -> Section | None:
    """What was fixed by file, what needs a person and why, the rounds, what judged the fixes and where they are.

    What is still open is told whole among the findings; here it is named with the reason.
    """
    run = report.fixes
    if run is None:
        return None
    blocks: list[Block] = [Paragraph((_ended(run),))]
    if run.findings:
        blocks.append(Bullets(tuple((words,) for words in group_words(run))))
    blocks.extend(Callout((Strong("Notice."), f" {text}")) for text in run.notices if text not in report.notices)
    blocks.extend(_list("Fixed", [one for one in run.findings if not one.state.needs_person]))
    blocks.extend(_list("For a person", [one for one in run.findings if for_person(one)]))
    blocks.extend(
        _list("Left as found", [one for one in run.findings if one.state.needs_person and not for_person(one)])
    )
    blocks.extend(_rounds(run.rounds))
    blocks.extend(_judged(run))
    return Section("Fixes", tuple(blocks))


def _ended(run: FixRun) -> str:
    how = "Escalated" if run.escalated else "Converged" if run.ended is FixEnd.CONVERGED else "Ended"
    resumed = f" It went on with run {run.resumed}." if run.resumed else ""
    return f"{how} after {length_words(run)}: {end_words(run)}.{resumed}"


def _list(title: str, findings: Sequence[FixedFinding]) -> Iterator[Block]:
    if findings:
        yield Subheading((f"{title} ({len(findings)})",))
        yield from map(_entry, sorted(findings, key=lambda one: (one.finding.file, one.finding.line)))


def _entry(one: FixedFinding) -> Entry:
    finding = one.finding
    name = finding.rule or finding.category
    kind: Line = (" (", Code(name), ")") if name else ()
    head = (Code(place_of(finding)), f" {finding.severity.value}, {finding.agent}", *kind)
    body: tuple[Line, ...] = (
        (shorten(one_line(finding.message), MESSAGE_LIMIT),),
        (reason_words(one), *_origin(one)),
    )
    return Entry(one.state.value, STATE_TONES[one.state], head, body)


def _origin(one: FixedFinding) -> Line:
    said = [brief(one.fixer)] if one.fixer else []
    said += [f"iteration {one.iteration}"] if one.iteration else []
    if one.commit:
        return (f" ({', '.join((*said, 'commit '))}", ObjectId(one.commit), ")")
    return (f" ({', '.join(said)})",) if said else ()


def _rounds(rounds: Sequence[LoopRound]) -> Iterator[Block]:
    if not rounds:
        return
    yield Subheading(("Rounds",))
    rows: tuple[tuple[Line, ...], ...] = tuple(
        (
            (str(one.number),),
            (one.purpose,),
            (_lenses(one),),
            (str(one.new),),
            (str(one.carried),),
            (str(one.provenance),),
        )
        for one in rounds
    )
    yield Table(("Round", "Purpose", "Lenses", "New", "Carried", "By a fix"), rows)


def _round_line(one: LoopRound) -> str:
    return f"Round {one.number}, {one.purpose} by {plural(len(one.agents), 'lens')}: {round_words(one)}"


def _lenses(one: LoopRound) -> str:
    return ", ".join(one.agents) if len(one.agents) <= LENSES_NAMED else plural(len(one.agents), "lens")


def _judged(run: FixRun) -> Iterator[Block]:
    """What judged the fixes and where they are; nothing of both where none was tried."""
    ids = tuple(span for commit in run.commits for span in (", ", ObjectId(commit)))[1:]
    said: list[Line] = []
    if run.tests:
        said.append((f"Judged by: {brief(run.tests)}",))
    if run.where or ids:
        said.append((f"Where they are: {place_words(run)}", *((" as ", *ids) if ids else ())))
    if said and run.iterations:
        yield Subheading(("The fixes themselves",))
        yield from map(Paragraph, said)
