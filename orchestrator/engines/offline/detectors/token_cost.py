"""Instruction text that is paid for with every call: said twice, too long for a file that is always loaded, or without effect."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.engines.offline.detectors.agent_files import instructions_of, is_always_loaded, is_instruction, prose
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_TOKEN = 4
_SHORTEST_REPEAT = 200
_BULK = ((40_000, Severity.WARNING), (16_000, Severity.SUGGESTION))
_LONGEST_BLOCK = 40
_FENCE = re.compile(r"\s*(?:```|~~~)")
_LOUD = re.compile(r"\b(?:IMPORTANT|CRITICAL|MUST|ALWAYS|NEVER|WARNING|REMEMBER|URGENT|MANDATORY)\b|!!|⚠|🚨")
_LOUD_LINES = 8
_LOUD_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class _Paragraph:
    path: str
    start: int
    end: int
    size: int


def find_repeated_instructions(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """A long paragraph that stands word for word in another instruction, or in the same one further up."""
    reviewed = {file.path for file in files if not file.deleted and is_instruction(file.path)}
    places: dict[str, list[_Paragraph]] = defaultdict(list)
    for path in instructions_of(view) if reviewed else ():
        for paragraph, text in _paragraphs(view, path):
            places[text].append(paragraph)
    for found in places.values():
        for at, paragraph in enumerate(found):
            line = view.first_touched(paragraph.path, paragraph.start, paragraph.end)
            others = [other for other in found if other is not paragraph]
            earlier = any(other.path not in reviewed for other in others) or at > 0
            if others and earlier and paragraph.path in reviewed and line is not None:
                yield _repeated(paragraph, line, others)


def _paragraphs(view: View, path: str) -> Iterator[tuple[_Paragraph, str]]:
    """Each paragraph long enough to count, with its words in one line."""
    block: list[tuple[int, str]] = []
    for number, line in (*prose(view, path), (0, "")):
        if line.strip():
            block.append((number, line))
            continue
        text = " ".join(re.sub(r"<!--.*?-->", "", " ".join(line for _, line in block)).split())
        if len(text) >= _SHORTEST_REPEAT:
            yield _Paragraph(path, block[0][0], block[-1][0], len(text)), text
        block = []


def _repeated(paragraph: _Paragraph, line: int, others: list[_Paragraph]) -> Spot:
    places = ", ".join(f"{printable_path(other.path)}:{other.start}" for other in others[:3])
    tokens = paragraph.size // _TOKEN
    return Spot(
        file=paragraph.path,
        line=line,
        severity=Severity.WARNING if len(others) > 1 else Severity.SUGGESTION,
        confidence=Confidence.HIGH,
        category="duplicate-instruction",
        message=f"About {tokens} tokens that stand word for word at {places} too: they are paid for in each place, and the next change forgets one.",
        fix="Keep the paragraph in one file and refer to it from the others.",
    )


def find_bulk(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Always-loaded files beyond what a session can carry, and long pasted blocks in any instruction."""
    for file in files:
        if file.deleted or not is_instruction(file.path):
            continue
        yield from _long_file(view, file.path) if is_always_loaded(file.path) else ()
        yield from _long_blocks(view, file.path)


def _long_file(view: View, path: str) -> Iterator[Spot]:
    size = len(view.text(path))
    severity = next((severity for limit, severity in _BULK if size >= limit), None)
    line = view.first_touched(path, 1, len(view.lines(path)))
    grown = not view.has_diff or size > len(view.old_text(path))
    if severity and grown and line is not None:
        yield Spot(
            file=path,
            line=line,
            severity=severity,
            confidence=Confidence.HIGH,
            category="always-loaded-bulk",
            message=f"Every session begins with this file, about {size // _TOKEN:,} tokens before the first useful word, whatever the task is.",
            fix="Keep what every task needs, and move the rest into skills or documents that are read when their occasion comes.",
        )


def _long_blocks(view: View, path: str) -> Iterator[Spot]:
    opened = 0
    for number, line in enumerate(view.lines(path), 1):
        if not _FENCE.match(line):
            continue
        if opened and number - opened - 1 >= _LONGEST_BLOCK and view.changed.touches(path, opened):
            yield Spot(
                file=path,
                line=opened,
                severity=Severity.SUGGESTION,
                confidence=Confidence.MEDIUM,
                category="example-surplus",
                message=f"A pasted block of {number - opened - 1} lines is read with every call of this instruction, and it ages apart from the file it was taken from.",
                fix="Show the few lines that make the point, or name the file to read.",
            )
        opened = 0 if opened else number


def find_emphasis(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Instructions in which so much is marked as important that the marks say nothing."""
    for file in files:
        if file.deleted or not is_instruction(file.path):
            continue
        lines = [(number, line) for number, line in prose(view, file.path) if line.strip() and not line.startswith("#")]
        loud = [number for number, line in lines if _LOUD.search(line)]
        touched = next((number for number in loud if view.changed.touches(file.path, number)), None)
        if touched is not None and len(loud) >= _LOUD_LINES and len(loud) >= _LOUD_SHARE * len(lines):
            yield Spot(
                file=file.path,
                line=touched,
                severity=Severity.SUGGESTION,
                confidence=Confidence.MEDIUM,
                category="dead-text",
                message=f"{len(loud)} of {len(lines)} lines are marked as important or absolute: marks on everything tell an agent nothing, and are paid for each time.",
                fix="Keep the marks for the two or three rules that must never give way.",
            )
