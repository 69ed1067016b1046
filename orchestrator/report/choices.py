"""What a person reads before deciding what to fix: the findings with their numbers, the question, a proposed diff."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from orchestrator.redaction import redact
from orchestrator.report.columns import cell_width, chop, wrap
from orchestrator.report.safe import TAB, one_line, shorten, visible
from orchestrator.report.scrub import scrub_value
from orchestrator.report.words import count_words, plural
from orchestrator.values.finding import Finding, Severity
from orchestrator.values.text import printable_path

QUESTION = "Fix these issues automatically, or save as report only?"

_ANSWERS = (
    ("fix", "all of them (also: yes, apply)"),
    ("some", "choose by number"),
    ("diff", "see what would be changed first"),
    ("report", "change nothing (also: no, quit, Enter)"),
)
_BOLD, _FAINT, _RED, _GREEN, _YELLOW, _CYAN = "1", "2", "31", "32", "33", "36"
_LOOKS = {Severity.ERROR: _RED, Severity.WARNING: _YELLOW, Severity.SUGGESTION: _CYAN}
_LABEL = len("warning") + 2
_NARROWEST, _WIDEST = 40, 120
_MESSAGE_LIMIT = 400
_FIX_LIMIT = 160


@dataclass(frozen=True, slots=True)
class Look:
    """How a terminal shows text: its `width` in columns, and whether it wants colour."""

    width: int = 80
    colour: bool = False

    @property
    def columns(self) -> int:
        """The width that is made use of: lines that are too long are hard to read."""
        return min(max(self.width, _NARROWEST), _WIDEST)

    def paint(self, text: str, code: str) -> str:
        """`text` in a colour, where colour is wanted."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text else text


def choices_text(findings: Sequence[Finding], look: Look) -> str:
    """The findings under the names of their files, each with its number, without secrets; 1 is the first.

    `findings` are in the order in which they are numbered, those of one file together.
    """
    lines = [look.paint(f"{plural(len(findings), 'finding')} that a fix can be tried for", _BOLD)]
    numbered = enumerate(scrub_value(tuple(findings)), start=1)
    digits = len(str(len(findings)))
    for file, inside in groupby(numbered, key=lambda pair: pair[1].file):
        group = list(inside)
        lines.append("")
        heading = f"{printable_path(file)} ({count_words([finding for _, finding in group])})"
        lines += [look.paint(text, _BOLD) for text in _whole(heading, look.columns)]
        for number, finding in group:
            lines += _finding(f"{number:>{digits + 2}}  ", finding, look)
    return "".join(f"{line}\n" for line in lines)


def question_text(look: Look) -> str:
    """The question and its answers."""
    lines = ["", *(look.paint(text, _BOLD) for text in wrap(QUESTION, look.columns))]
    column = max(len(word) for word, _ in _ANSWERS) + 4
    for word, meaning in _ANSWERS:
        first, *rest = wrap(meaning, look.columns - column)
        lines.append(f"  {look.paint(word, _CYAN)}{' ' * (column - 2 - len(word))}{first}")
        lines += [" " * column + text for text in rest]
    return "".join(f"{line}\n" for line in lines)


def diff_text(diff: str, look: Look) -> str:
    """A diff as a person reads it, without secrets; nothing in it can steer the terminal."""
    if not diff.strip():
        return "Nothing would be changed.\n"
    return "".join(
        f"{look.paint(piece, _look_of(line))}\n"
        for line in redact(diff)[0].rstrip("\n").split("\n")
        for piece in chop(visible(line.rstrip("\r").expandtabs(TAB)), look.columns)
    )


def _finding(lead: str, finding: Finding, look: Look) -> Iterator[str]:
    label = finding.severity.value
    indent = " " * len(lead)
    name = finding.rule or finding.category
    head = f"{_where(finding)}, {finding.agent}{f' ({name})' if name else ''}"
    first, *rest = wrap(one_line(head), look.columns - len(lead) - _LABEL)
    gap = " " * (_LABEL - len(label))
    yield f"{look.paint(lead, _BOLD)}{look.paint(label, _LOOKS[finding.severity])}{gap}{first}"
    yield from (f"{indent}{' ' * _LABEL}{text}" for text in rest)
    room = look.columns - len(indent)
    yield from (indent + text for text in wrap(shorten(one_line(finding.message), _MESSAGE_LIMIT), room))
    fix = shorten(one_line(finding.suggested_fix), _FIX_LIMIT)
    if fix:
        yield from (indent + look.paint(text, _FAINT) for text in wrap(f"Fix: {fix}", room))


def _where(finding: Finding) -> str:
    last = finding.end_line
    return f"lines {finding.line}-{last}" if last and last > finding.line else f"line {finding.line}"


def _whole(text: str, width: int) -> list[str]:
    """A path keeps its spaces: it is broken only where it is too long."""
    return [text] if cell_width(text) <= width else chop(text, width)


def _look_of(line: str) -> str:
    if line.startswith(("+++", "---", "diff ")):
        return _BOLD
    if line.startswith("@@"):
        return _CYAN
    return {"+": _GREEN, "-": _RED}.get(line[:1], "")
