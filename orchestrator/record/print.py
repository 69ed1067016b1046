"""A record, or a part of it, as its Markdown. What is written here is read back as it was, whatever its texts hold."""

import re
from collections.abc import Iterable

from orchestrator.record.model import ENTRY_TEXTS, FORMAT, ROLE, Entry, Record, RecordedFinding, RoleSection, Step

NO_FINDING = "No finding."
DISABLED = "Disabled by configuration."
HEAD = f"# Review record\n\n<!-- review-format: {FORMAT} -->\n"
ENTRY_COLUMN = 2
"""Where the `-` of an entry of the history stands."""
# A fence indented by four spaces closes nothing, so evidence may hold one.
_INDENT = 4
# What YAML reads as one plain text and as nothing else, and Markdown leaves alone.
_PLAIN = re.compile(r"[A-Za-z](?:[!-9;-~\u00a1-\u2027\u202a-\ud7ff]| (?![ #]|$)|:(?=[!-~])){0,1000}")
_WORDS = re.compile(r"(?i)(?:y|n|yes|no|on|off|true|false|null)")
# What a block would lose or change: control characters, lone surrogates, and what only YAML takes for a line's end.
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def print_record(record: Record) -> str:
    """The whole record. Sections with a broken finding cannot be printed: ValueError."""
    return "\n".join((HEAD, *(print_step(step) for step in record.steps)))


def print_step(step: Step) -> str:
    """The section of one step, ending in a line ending."""
    said = [f"Mode: {step.run_style}."] if step.run_style else []
    said += [f"Summarized: {text}" for text in step.summarized]
    head = "\n".join((f"## {step.name}\n", *said)) + ("\n" if said else "")
    return "\n".join((head, *(print_role(section) for section in step.roles)))


def print_role(section: RoleSection) -> str:
    """The section of one role, ending in a line ending."""
    if section.broken:
        raise ValueError(f"{section.role} has a finding that cannot be read")
    said = [f"Fallback: {section.fallback}\n"] if section.fallback else []
    said += [f"{DISABLED}\n"] if section.disabled else []
    said += [f"{NO_FINDING}\n"] if section.no_finding else []
    return "\n".join((f"### {section.role}\n", *said, *(print_finding(finding) for finding in section.findings)))


def print_finding(finding: RecordedFinding) -> str:
    """The heading and the block of one finding, ending in a line ending."""
    return f"#### {finding.id} {finding.title}\n\n```yaml\n{print_block(finding)}```\n"


def print_block(finding: RecordedFinding) -> str:
    """The YAML of one finding, without its fences."""
    lines = [
        f"severity: {finding.severity}",
        f"confidence: {finding.confidence}",
        *_optional("category", finding.category),
        f"location: {_quoted(finding.location)}",
        f"evidence: {_block(finding.evidence, 0)}",
        f"recommendation: {scalar(finding.recommendation, 0)}",
        *([f"raised_by: [{', '.join(map(_listed, finding.raised_by))}]"] if finding.raised_by else []),
        *([f"signature: {_quoted(finding.signature)}"] if finding.signature else []),
        *(raw for _, raw in finding.extra),
        "history:",
        *(print_entry(entry, ENTRY_COLUMN) for entry in finding.history),
    ]
    return "\n".join(lines) + "\n"


def print_entry(entry: Entry, column: int) -> str:
    """One entry of the history whose `-` stands at `column`, without the last line ending."""
    margin = column + 2
    texts = ((name, getattr(entry, name)) for name in ENTRY_TEXTS)
    fields = [
        f"status: {entry.status}",
        f"by: {_inline(entry.by)}",
        *(f"{name}: {scalar(text, margin)}" for name, text in texts if text),
        *(_indented(raw, margin) for _, raw in entry.extra),
    ]
    return f"{' ' * column}- " + f"\n{' ' * margin}".join(fields)


def scalar(text: str, column: int) -> str:
    """`text` as the value of a key at `column`: plain where that is certain, as a block where it has several lines."""
    return _block(text, column) if "\n" in text else _inline(text)


def _optional(key: str, text: str) -> Iterable[str]:
    return (f"{key}: {_inline(text)}",) if text else ()


def _inline(text: str) -> str:
    return text if _PLAIN.fullmatch(text) and not _WORDS.fullmatch(text) else _quoted(text)


def _listed(name: str) -> str:
    return name if ROLE.fullmatch(name) and not _WORDS.fullmatch(name) else _quoted(name)


def _block(text: str, column: int) -> str:
    """A block scalar that names its own indentation, so that a first line may begin with blanks."""
    if _UNFIT.search(text) or not text.strip("\n"):
        return _quoted(text)
    bare = text.rstrip("\n")
    chomping = {0: "-", 1: ""}.get(len(text) - len(bare), "+")
    # Without a final line ending the last line is the text's own; with several, each of them is kept.
    lines = bare.split("\n") + [""] * max(len(text) - len(bare) - 1, 0)
    return "\n".join((f"|{_INDENT}{chomping}", *(_indent(line, column + _INDENT) for line in lines)))


def _indent(line: str, margin: int) -> str:
    return " " * margin + line if line else ""


def _indented(raw: str, margin: int) -> str:
    first, *later = raw.split("\n")
    return "\n".join((first, *(_indent(line, margin) for line in later)))


def _quoted(text: str) -> str:
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if not _UNFIT.match(char):
        return char
    return f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\u{ord(char):04x}"
