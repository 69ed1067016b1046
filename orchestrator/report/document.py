"""The prose report before it has a format: spans, blocks, sections.

There is deliberately no span for ready-made markup. Text can only be text, so nothing that came out of the code under
review can turn into a heading, a link or a colour, whatever the format.
"""

from dataclasses import dataclass
from enum import Enum, auto


class Tone(Enum):
    """How a label is to be felt; a format without colour ignores it."""

    GOOD = auto()
    CAUTION = auto()
    BAD = auto()
    PLAIN = auto()
    MUTED = auto()


@dataclass(frozen=True, slots=True)
class Code:
    """A path, a name, a piece of code: shown literally."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that must stand out."""

    text: str


@dataclass(frozen=True, slots=True)
class ObjectId:
    """A git object id or another hash; formats with little room may shorten it."""

    text: str


Span = str | Code | Strong | ObjectId
Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    line: Line


@dataclass(frozen=True, slots=True)
class Callout:
    """A line nobody may miss."""

    line: Line


@dataclass(frozen=True, slots=True)
class Subheading:
    """A heading inside a section."""

    line: Line


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; `more` counts the items that were left out of it."""

    items: tuple[Line, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    """Labelled values, one to a line."""

    pairs: tuple[tuple[str, Line], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `more` counts the rows that were left out of it."""

    header: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One finding: a label, a first line, and at most two lines below it."""

    label: str
    tone: Tone
    head: Line
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One field of a finding, told whole. An empty `label` lets the text stand alone; `code` keeps the lines as they are."""

    label: str
    lines: tuple[str, ...]
    code: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """One finding in the words of a mode: a label, a title, where it is, and its fields."""

    label: str
    tone: Tone
    title: str
    place: Line
    parts: tuple[Part, ...]


Block = Paragraph | Callout | Subheading | Bullets | Facts | Table | Entry | Card


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part. `detail` marks what explains the run rather than the change.

    `reference` marks a list to look things up in: a kept document has it, a terminal does not scroll through it.
    """

    title: str
    blocks: tuple[Block, ...]
    detail: bool = False
    reference: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The whole report.

    `title` is what kind of review it was, `word` its verdict, `banner` the verdict and its main numbers in one line.
    """

    title: str = "Code review"
    word: str
    tone: Tone
    banner: str
    lead: tuple[Block, ...]
    facts: Facts
    sections: tuple[Section, ...]
