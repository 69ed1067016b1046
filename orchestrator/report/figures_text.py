"""The figures of many reviews for a person."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from orchestrator.report.choices import Look
from orchestrator.report.columns import cell_width, wrap
from orchestrator.report.figures import Activity, Churn, Figures, GateFigures, LensYield, Recorded, Stream
from orchestrator.report.figures_json import stamp
from orchestrator.report.metrics import Purpose
from orchestrator.report.safe import one_line
from orchestrator.report.scrub import scrub_value
from orchestrator.report.words import plural

_BOLD = "1"
_GAP = "  "


def figures_text(found: Figures, recorded: Recorded, since: datetime | None, look: Look) -> str:
    """The same as tables of at most the terminal's width."""
    lines = [look.paint(f"Reviews of this work tree {f'since {stamp(since)}' if since else 'up to now'}", _BOLD)]
    for title, part in (
        ("Rounds", _facts(_round_rows(found), look)),
        ("Churn", _facts(_churn_rows(found.churn), look)),
        ("By purpose", _table(_purpose_rows(found.purposes), look)),
        ("By lens", _table(_lens_rows(found.lenses), look)),
        ("Gate", _facts(_gate_rows(found.gate), look)),
        ("Read from", _files(recorded, look)),
    ):
        lines += ["", look.paint(title, _BOLD), *part]
    return "".join(f"{line}\n" for line in scrub_value(lines))


def _round_rows(found: Figures) -> Iterator[tuple[str, str]]:
    yield "reviews", str(found.reviews)
    numbers = ", ".join(f"{count} x round {number}" for number, count in found.by_round.items())
    yield "rounds", f"{sum(found.by_round.values())}{f' ({numbers})' if numbers else ''}"
    yield "outcomes", ", ".join(f"{count} {one.value}" for one, count in found.outcomes.items())


def _churn_rows(churn: Churn) -> Iterator[tuple[str, str]]:
    share = churn.share
    yield "new errors and warnings after a fix", f"{churn.new} in {plural(churn.rounds, 'round')}"
    counts = f"{churn.least}" if churn.least == churn.most else f"{churn.least} to {churn.most}"
    ratio = "nothing to divide by" if share is None else _percent(share.least, share.most)
    yield "of these where the fix was made", f"{counts} ({ratio})"
    yield "rounds with nothing else", str(churn.pure)


def _percent(least: float, most: float) -> str:
    low, high = f"{100 * least:.0f}", f"{100 * most:.0f}"
    return f"{low} %" if low == high else f"{low} to {high} %"


def _purpose_rows(purposes: Mapping[Purpose, Activity]) -> Iterator[tuple[str, ...]]:
    yield "purpose", "rounds", "dispatches", "errors", "warnings", "suggestions"
    for one, all_of in purposes.items():
        numbers = (all_of.rounds, all_of.dispatches, all_of.errors, all_of.warnings, all_of.suggestions)
        yield one.value, *map(str, numbers)


def _lens_rows(lenses: Sequence[LensYield]) -> Iterator[tuple[str, ...]]:
    if lenses:
        yield "lens", *(one.value for one in Purpose), "finished", "with findings", "failed"
    for one in lenses:
        ended = (one.finished, one.with_findings, one.failed)
        yield one_line(one.lens), *(str(one.dispatched[purpose]) for purpose in Purpose), *map(str, ended)


def _gate_rows(gate: GateFigures) -> Iterator[tuple[str, str]]:
    verdicts = ", ".join(f"{count} {one_line(word)}" for word, count in gate.verdicts.items())
    yield "verdicts", verdicts or "none"
    again = "" if gate.recidivism is None else f" ({_percent(gate.recidivism, gate.recidivism)})"
    yield "reviewed more than once", f"{gate.repeated} of {plural(gate.subjects, 'subject')}{again}"
    yield "verdict of the same bytes", f"improved {gate.improved}, worsened {gate.worsened}"
    yield "exemptions", str(gate.exemptions)
    for label, count, branches, again_on in (
        ("bypasses", gate.bypasses, gate.bypassed_branches, gate.bypassed_again),
        ("forced reviews", gate.overrides, gate.forced_branches, gate.forced_again),
    ):
        on = f" on {branches} {'branch' if branches == 1 else 'branches'}, more than once on {again_on}"
        yield label, f"{count}{on if count else ''}"


def _files(recorded: Recorded, look: Look) -> Iterator[str]:
    for one in recorded.streams:
        yield from _wrapped(f"{one.file}: {_state(one)}", "  ", look)
        for broken in one.broken:
            yield from _wrapped(f"line {broken.line}: {broken.reason}", "    ", look)
        more = one.broken_count - len(one.broken)
        if more:
            yield f"    ... and {plural(more, 'more line')}"
    if recorded.chain:
        said = f"The gate does not believe the evidence: {recorded.chain}; it is counted here all the same."
        yield from _wrapped(said, "! ", look)


def _state(one: Stream) -> str:
    if one.state == "missing":
        return "not there, so nothing of it is counted"
    if one.state == "unreadable":
        return f"not read: {one.reason}"
    if one.state == "empty":
        return "empty"
    older = f", {one.older} older" if one.older else ""
    broken = f", {plural(one.broken_count, 'broken line')} left out" if one.broken_count else ""
    return f"{plural(one.rows, 'row')}{older}{broken}"


def _facts(rows: Iterator[tuple[str, str]], look: Look) -> Iterator[str]:
    listed = list(rows)
    column = max(cell_width(label) for label, _ in listed) + 4
    for label, value in listed:
        if column > look.columns // 2:
            yield from _wrapped(f"{label}: {value}", "  ", look)
            continue
        first, *rest = wrap(value, look.columns - column)
        yield f"  {label}{' ' * (column - 2 - cell_width(label))}{first}"
        yield from (" " * column + text for text in rest)


def _table(rows: Iterator[tuple[str, ...]], look: Look) -> Iterator[str]:
    """Numbers stand under each other, to the right; a terminal too narrow gets each row as lines of its own."""
    header, *body = list(rows) or [()]
    if not header:
        yield "  none"
        return
    widths = [max(cell_width(row[at]) for row in (header, *body)) for at in range(len(header))]
    if sum(widths) + len(_GAP) * len(widths) > look.columns:
        for row in body:
            counted = ", ".join(f"{name} {cell}" for name, cell in zip(header[1:], row[1:], strict=True))
            yield from _wrapped(f"{row[0]}: {counted}", "  ", look)
        return
    for row in (header, *body):
        first = row[0] + " " * (widths[0] - cell_width(row[0]))
        numbers = "".join(f"{_GAP}{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
        yield f"{_GAP}{first}{numbers}"


def _wrapped(text: str, lead: str, look: Look) -> Iterator[str]:
    first, *rest = wrap(one_line(text), look.columns - len(lead) - 2)
    yield f"{lead}{first}"
    yield from (f"{' ' * len(lead)}  {line}" for line in rest)
