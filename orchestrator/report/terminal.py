"""The prose report for a terminal: aligned, wrapped to the width, colour only when asked, the verdict last."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orchestrator.report.columns import cell_width, chop, fits, lay_out, wrap
from orchestrator.report.document import (
    Block,
    Bullets,
    Callout,
    Card,
    Code,
    Document,
    Entry,
    Facts,
    Line,
    ObjectId,
    Paragraph,
    Part,
    Section,
    Strong,
    Subheading,
    Table,
    Tone,
)
from orchestrator.report.prose import build_document
from orchestrator.report.safe import TAB, labelled, one_line, visible
from orchestrator.values.report import Report

_COLOURS = {Tone.GOOD: "32", Tone.CAUTION: "33", Tone.BAD: "31", Tone.PLAIN: "36", Tone.MUTED: "2"}
_BOLD, _FAINT = "1", "2"
_ID_LENGTH = 10
_LABEL = 11
_WIDEST_LABEL = 18


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalReporter:
    """Report in, text out. `width` is the terminal's, in columns."""

    width: int = 80
    colour: bool = False

    def render(self, report: Report) -> bytes:
        """UTF-8, ends with one newline."""
        pen = _Pen(min(max(self.width, 40), 120), self.colour)
        return ("\n".join(pen.document(build_document(report))) + "\n").encode("utf-8")


@dataclass(frozen=True, slots=True)
class _Pen:
    width: int
    colour: bool

    def document(self, document: Document) -> Iterator[str]:
        """What was done first, what was found then, the verdict at the bottom, where the reader's eyes are."""
        yield from self.block(document.facts)
        shown = (section for section in document.sections if not section.reference)
        for section in sorted(shown, key=lambda section: not section.detail):
            yield from self.section(section)
        yield ""
        for block in document.lead:
            yield from self.block(block)
        yield ""
        yield self.paint(document.banner, _BOLD, _COLOURS[document.tone])

    def section(self, section: Section) -> Iterator[str]:
        yield ""
        yield self.paint(section.title, _BOLD)
        if not self.colour:
            yield "-" * len(section.title)
        labels = [cell_width(one_line(block.label)) for block in section.blocks if isinstance(block, Card)]
        column = max((_LABEL, *(width + 2 for width in labels if width + 2 <= _WIDEST_LABEL)))
        for block in section.blocks:
            yield from self.card(block, column) if isinstance(block, Card) else self.block(block)

    def block(self, block: Block) -> Iterator[str]:
        match block:
            case Paragraph(line):
                yield from wrap(_plain(line), self.width)
            case Callout(line):
                yield from self.hanging(_plain(line), "! ")
            case Subheading(line):
                yield ""
                yield from (self.paint(text, _BOLD) for text in wrap(_plain(line), self.width))
            case Bullets(items, more):
                for item in items:
                    yield from self.hanging(_plain(item), "- ")
                yield from self.more(more)
            case Facts(pairs):
                rows = [(f"{label}:", _plain(line)) for label, line in pairs]
                yield from (text for lines in lay_out(rows, self.width) for text in lines)
            case Table(header, rows, more):
                yield from self.table(header, rows)
                yield from self.more(more)
            case Entry():
                yield from self.entry(block)
            case Card():
                yield from self.card(block, _LABEL)

    def entry(self, entry: Entry) -> Iterator[str]:
        label = f"{entry.label:<{_LABEL}}"
        first, *rest = self.hanging(_plain(entry.head), label)
        yield self.paint(entry.label, _COLOURS[entry.tone]) + first[len(entry.label) :]
        yield from rest
        for line in entry.body:
            yield from self.hanging(_plain(line), " " * _LABEL)

    def card(self, card: Card, column: int) -> Iterator[str]:
        """The label beside the title, everything else below the title; a label too wide for it takes lines of its own."""
        yield ""
        indent, label = " " * column, one_line(card.label)
        if cell_width(label) >= column:
            yield from (self.paint(text, _COLOURS[card.tone]) for text in wrap(label, self.width))
            label = ""
        first, *rest = wrap(one_line(card.title), self.width - column)
        yield self.paint(label, _COLOURS[card.tone]) + " " * (column - cell_width(label)) + self.paint(first, _BOLD)
        yield from (indent + self.paint(text, _BOLD) for text in rest)
        yield from self.hanging(_plain(card.place), indent)
        for part in card.parts:
            yield from self.part(part, indent)

    def part(self, part: Part, indent: str) -> Iterator[str]:
        label = labelled(part.label) if part.label.strip() else ""
        if not part.code:
            first, *rest = part.lines
            yield from self.labelled(label, first, indent)
            for line in rest:
                yield from self.hanging(one_line(line), indent)
            return
        if label:
            yield from self.labelled(label, "", indent)
        for line in part.lines:
            shown = visible(line.expandtabs(TAB))
            yield from (f"{indent}| {piece}" for piece in chop(shown, self.width - len(indent) - 2))

    def labelled(self, label: str, text: str, indent: str) -> Iterator[str]:
        """The label faint, so that the eye finds the texts; one that does not fit on its line is not drawn apart."""
        first, *rest = self.hanging(one_line(f"{label} {text}"), indent)
        start = f"{indent}{label}"
        yield indent + self.paint(label, _FAINT) + first[len(start) :] if first.startswith(start) else first
        yield from rest

    def table(self, header: tuple[str, ...], rows: tuple[tuple[Line, ...], ...]) -> Iterator[str]:
        cells = [header, *(tuple(_plain(cell) for cell in row) for row in rows)]
        if not fits(cells, self.width):
            yield from self.records(header, cells[1:])
            return
        title, *body = lay_out(cells, self.width)
        yield from (self.paint(text, _BOLD) for text in title)
        yield "-" * max(cell_width(text) for lines in (title, *body) for text in lines)
        for lines in body:
            yield from lines

    def records(self, header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
        """A table for a terminal too narrow for it: each row as a block, its cells named."""
        for row in rows:
            first, *rest = wrap(row[0], self.width)
            yield from (self.paint(text, _BOLD) for text in (first, *rest))
            for name, cell in zip(header[1:], row[1:], strict=True):
                if cell:
                    yield from self.hanging(cell, f"  {name.lower()}: ")

    def hanging(self, text: str, lead: str) -> Iterator[str]:
        """`lead` before the first line, the lines below indented by as much."""
        for number, line in enumerate(wrap(text, self.width - len(lead))):
            yield (" " * len(lead) if number else lead) + line

    def more(self, count: int) -> Iterator[str]:
        if count:
            yield f"... and {count} more; the JSON report lists all of them"

    def paint(self, text: str, *codes: str) -> str:
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if self.colour and text else text


def _plain(line: Line) -> str:
    """The line as text in which only printable characters are left."""
    parts: list[str] = []
    for span in line:
        match span:
            case ObjectId(text):
                parts.append(visible(text)[:_ID_LENGTH])
            case Code(text):
                parts.append(visible(text))
            case Strong(text) | str(text):
                parts.append(text)
    return one_line("".join(parts))
