"""Changes to the text of a record: the lines that a change is about are written, every other byte stays."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from orchestrator.record.layout import newline_of
from orchestrator.record.model import Entry, RecordedFinding
from orchestrator.record.parse import Parsed, parse
from orchestrator.record.print import print_block, print_entry
from orchestrator.record.yaml_block import Field, Fields, Items, read_block


@dataclass(frozen=True, slots=True)
class Edit:
    """`text` (lines ending in `\\n`) instead of the `count` lines from `at` on, 0-based."""

    at: int
    count: int
    text: str


def apply(lines: tuple[str, ...], edits: Iterable[Edit]) -> str:
    """The text of `lines` after `edits`, which do not overlap; several at one place come in their order.

    New lines end as the first line of the text does. A last line without ending gets one when text follows it.
    """
    newline = newline_of(list(lines))
    result: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda one: one.at):
        result.extend(lines[at : edit.at])
        if edit.text:
            if result and not result[-1].endswith(("\n", "\r")):
                result[-1] += newline
            result.append(edit.text.replace("\n", newline))
        at = edit.at + edit.count
    return "".join((*result, *lines[at:]))


def write_finding(parsed: Parsed, finding: RecordedFinding) -> str:
    """The text of the record in which `finding` stands instead of the one with its id; its title stays.

    Where only answers were added they are appended behind the others, so that the rest of the block, its comments
    included, stays as it was written. Raises KeyError for an id that is not recorded, and ValueError where the text
    is such that the new block would not be read back as it is.
    """
    for edit in _ways(parsed, finding):
        text = apply(parsed.lines, [edit])
        if _reads(text, parsed, [finding]):
            return text
    raise ValueError(f"{finding.id} cannot be written into this record")


def write_findings(parsed: Parsed, findings: Sequence[RecordedFinding]) -> str:
    """The same for several findings, no id twice."""
    text = apply(parsed.lines, [_ways(parsed, finding)[0] for finding in findings])
    if _reads(text, parsed, findings):
        return text
    for finding in findings:
        parsed = parse(write_finding(parsed, finding))
    return parsed.text


def _ways(parsed: Parsed, finding: RecordedFinding) -> list[Edit]:
    """The edits that could write `finding`, the one that changes least first."""
    before = parsed.record.find(finding.id)
    if before is None:
        raise KeyError(finding.id)
    added = finding.history[len(before.history) :]
    ways = [_reprinted(parsed, before, finding)]
    if replace(finding, history=before.history) == before and (*before.history, *added) == finding.history:
        return [*_appended(parsed, before, added), *ways]
    if replace(finding, raised_by=before.raised_by) == before:
        return [_raised(parsed, before, finding), *ways]
    return ways


def _reads(text: str, parsed: Parsed, written: Sequence[RecordedFinding]) -> bool:
    new = {finding.id: finding for finding in written}
    after = [one for _, one in parse(text).record.findings()]
    return after == [new.get(one.id, one) for _, one in parsed.record.findings()]


def _reprinted(parsed: Parsed, before: RecordedFinding, finding: RecordedFinding) -> Edit:
    span = before.block
    return Edit(span.start, span.end - span.start, _at_margin(print_block(finding), _margin(parsed, before)))


def _appended(parsed: Parsed, before: RecordedFinding, added: tuple[Entry, ...]) -> list[Edit]:
    """The one edit that appends `added`, or none where the history is not a list of lines at the end of the block."""
    margin, span = _margin(parsed, before), before.block
    lines = parsed.lines[span.start : span.end]
    history = _fields(parsed, before)[-1]
    column = history.value.column if history.key == "history" and isinstance(history.value, Items) else None
    if column is None:
        return []
    last = max(number for number, line in enumerate(lines) if line.strip())
    text = "".join(f"{print_entry(entry, column)}\n" for entry in added)
    return [Edit(span.start + last + 1, 0, _at_margin(text, margin))]


def _raised(parsed: Parsed, before: RecordedFinding, finding: RecordedFinding) -> Edit:
    """The line that says who raised it, above the history where there was none. One of several lines is left alone."""
    fields = {field.key: field for field in _fields(parsed, before)}
    field = fields.get("raised_by") or fields["history"]
    text = f"raised_by: [{', '.join(finding.raised_by)}]\n"
    return Edit(before.block.start + field.line, int("raised_by" in fields), _at_margin(text, _margin(parsed, before)))


def _fields(parsed: Parsed, finding: RecordedFinding) -> tuple[Field, ...]:
    margin = _margin(parsed, finding)
    lines = parsed.lines[finding.block.start : finding.block.end]
    value = read_block([line.rstrip("\r\n").removeprefix(margin) for line in lines])
    return value.fields if isinstance(value, Fields) else ()


def _margin(parsed: Parsed, finding: RecordedFinding) -> str:
    """What stands before the opening fence: the lines of the block are indented as much."""
    fence = parsed.lines[finding.block.start - 1]
    return fence[: len(fence) - len(fence.lstrip(" "))]


def _at_margin(text: str, margin: str) -> str:
    return "".join(f"{margin if line.strip() else ''}{line}\n" for line in text.split("\n")[:-1])
