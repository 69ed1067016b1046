"""The prose report as Markdown (GitHub flavour): for the report file, for a pipe, for a pull-request comment."""

import re
from collections.abc import Iterator, Sequence

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
    Span,
    Strong,
    Subheading,
    Table,
)
from orchestrator.report.payload import payload_block
from orchestrator.report.prose import build_document
from orchestrator.report.safe import TAB, labelled, one_line, visible
from orchestrator.values.report import Report

# Two spaces at the end of a line keep the line break when rendered.
LINE_BREAK = "  \n"

_WORD = re.compile(r"`([^`]+)`|[^\s`]+")
# Renders as a link, a mention or a reference to an issue unless shown as code, which renders as itself.
_REFERENCE = re.compile(r"://|www\.|@\w|#\w|\bGH-\d")
_OPENING, _CLOSING = "([{<\"'*_", ".,;:!?)]}>\"'*_"
_ACTIVE = re.compile(r"[\\`*\[\]<>|~$@#]|(?<![^\W_])_|_(?![^\W_])|&(?=[#\w]+;)|:(?=//)")
_BLOCK_START = re.compile(r"^(\d{1,9}(?=[.)])|(?=[-+=]))")


class MarkdownReporter:
    """Report in, Markdown out."""

    def render(self, report: Report) -> bytes:
        """UTF-8, ends with the payload and one newline. Raises StateError when the payload breaks its own schema."""
        return f"{to_markdown(build_document(report))}\n{payload_block(report)}".encode()


def to_markdown(document: Document) -> str:
    """The document with the verdict on top and the explanation of the run at the end."""
    parts = [f"# {_line((document.title, ': ', document.word))}", *map(_block, document.lead)]
    # A heading of its own keeps this list from growing together with one before it.
    parts.extend(("## The run", _block(document.facts)))
    for section in document.sections:
        parts.append(f"## {section.title}")
        parts.extend(map(_block, section.blocks))
    return "\n\n".join(parts) + "\n"


def _block(block: Block) -> str:
    match block:
        case Paragraph(line):
            text = _line(line)
        case Callout(line):
            text = f"> {_line(line)}"
        case Subheading(line):
            text = f"### {_line(line)}"
        case Bullets(items, more):
            text = "\n".join(f"- {_line(item)}" for item in (*items, *_more(more)))
        case Facts(pairs):
            text = "\n".join(f"- **{label}:** {_line(line)}" for label, line in pairs)
        case Table():
            text = "\n".join(_table(block))
        case Entry(label, _, head, body):
            text = f"{LINE_BREAK}  ".join((f"- **{label}** {_line(head)}", *map(_line, body)))
        case Card():
            text = "\n\n".join(_card(block))
    return text


def _card(card: Card) -> Iterator[str]:
    yield f"### {_line((one_line(card.label), ': ', card.title))}"
    yield _line(card.place)
    yield from map(_part, card.parts)


def _part(part: Part) -> str:
    label = f"{_span(Strong(labelled(part.label)), in_table=False)}" if part.label.strip() else ""
    if not part.code:
        lines = [_line((line,)) for line in part.lines]
        return f"{label} {LINE_BREAK.join(lines)}".strip()
    return f"{label}\n\n{_fenced(part.lines)}".strip("\n")


def _fenced(lines: Sequence[str]) -> str:
    """A block of code that nothing in it can close, indented so that none of its lines starts where ours do."""
    shown = [visible(line.expandtabs(TAB)) for line in lines]
    fence = fence_for("\n".join(shown))
    return "\n".join(f"  {line}".rstrip() for line in (fence, *shown, fence))


def fence_for(text: str) -> str:
    """Backticks that close no fence when they occur in `text`: at least three, more than stand together anywhere."""
    return "`" * max(3, _longest_run(text) + 1)


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _table(table: Table) -> Iterator[str]:
    yield _row(table.header)
    yield _row(["---"] * len(table.header))
    for row in table.rows:
        yield _row([_line(cell, in_table=True) for cell in row])
    for more in _more(table.more):
        yield ""
        yield _line(more)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _more(count: int) -> tuple[Line, ...]:
    return ((f"... and {count} more; the JSON report lists all of them",),) if count else ()


def _line(line: Line, *, in_table: bool = False) -> str:
    text = "".join(_span(span, in_table=in_table) for span in line).strip()
    if in_table:
        return text
    # The first characters of a line can start a list, a rule or an underlined heading.
    return _BLOCK_START.sub(r"\1\\", text, count=1)


def _span(span: Span, *, in_table: bool) -> str:
    match span:
        case Code(text) | ObjectId(text):
            return _code(visible(text), in_table=in_table)
        case Strong(text):
            return f"**{_text(text, in_table=in_table)}**"
        case str(text):
            return _text(text, in_table=in_table)


def _text(text: str, *, in_table: bool) -> str:
    """Running text with nothing left that Markdown acts on. Surrounding white space is kept as one space."""
    clean = f"{text[:1].isspace() * ' '}{one_line(text)}{(len(text) > 1 and text[-1:].isspace()) * ' '}"
    parts: list[str] = []
    done = 0
    for word in _WORD.finditer(clean):
        literal = word.span(1) if word[1] else _reference(clean, *word.span())
        if literal:
            start, end = literal
            quotes = 1 if word[1] else 0
            parts.extend((_escape(clean[done : start - quotes]), _code(clean[start:end], in_table=in_table)))
            done = end + quotes
    return "".join((*parts, _escape(clean[done:])))


def _reference(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The part of the word at `start` to `end` that must be shown as code, without the punctuation around it."""
    word = text[start:end]
    if not _REFERENCE.search(word):
        return None
    return start + len(word) - len(word.lstrip(_OPENING)), end - len(word) + len(word.rstrip(_CLOSING))


def _escape(text: str) -> str:
    return _ACTIVE.sub(r"\\\g<0>", text)


def _code(text: str, *, in_table: bool) -> str:
    if not text.strip():
        return "(blank)"
    if in_table and "|" in text:
        # No renderer agrees with another on a bar inside code inside a table.
        return _escape(text)
    fence = "`" * (_longest_run(text) + 1)
    pad = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{pad}{text}{pad}{fence}"
