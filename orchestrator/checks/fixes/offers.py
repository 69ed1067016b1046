"""What a tool offers to replace, tied to the findings that it is for."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from orchestrator.seams import SourceTree
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Finding
from orchestrator.values.fix import Edit, Proposal
from orchestrator.values.spans import Span, edits_of


@dataclass(frozen=True, slots=True)
class Mechanical:
    """What one tool proposes; `problem` says why it could not be asked, and is empty when it was."""

    proposals: tuple[Proposal, ...] = ()
    problem: str = ""


class MechanicalFixer(Protocol):
    """A tool that mends some of what it reports."""

    @property
    def name(self) -> str:
        """The tool, as reports call it."""
        ...

    async def propose(self, findings: Sequence[Finding], tree: SourceTree) -> Mechanical:
        """Proposals for those of `findings` that the tool reports as well and mends without taking a risk.

        The bytes to be mended are read from `tree`. Never raises for what a tool does.
        """
        ...


@dataclass(frozen=True, slots=True)
class Offer:
    """One replacement that a tool offers for its rule `rule` on the lines `line` to `end` of `file`.

    `said` is the tool's message about the defect, `note` what it says of the replacement.
    """

    file: str
    line: int
    end: int
    rule: str
    spans: tuple[Span, ...]
    said: str
    note: str = ""


def proposals_of(
    tool: str,
    findings: Iterable[Finding],
    offers: Sequence[Offer],
    texts: Callable[[str], str],
    same: Callable[[Finding, str], bool],
) -> tuple[Proposal, ...]:
    """A proposal for each finding whose place and rule an offer shares; findings with the same edits share it.

    `texts` gives the text that spans count in, `same` says whether a finding is about what a rule reports.
    """
    made: dict[tuple[Edit, ...], Proposal] = {}
    for finding in findings:
        found = [
            one
            for one in offers
            if one.file == finding.file and one.line <= finding.line <= one.end and same(finding, one.rule)
        ]
        # Two offers on one line are two defects: what the finding says has to tell which of them it means.
        if len({one.spans for one in found}) > 1:
            found = [one for one in found if one.said and one.said in finding.message]
        if len({one.spans for one in found}) != 1:
            continue
        edits = edits_of(finding.file, texts(finding.file), found[0].spans)
        if not edits:
            continue
        known = made.get(edits)
        made[edits] = (
            Proposal(findings=(finding,), edits=edits, fixer=tool, note=found[0].note)
            if known is None
            else replace(known, findings=(*known.findings, finding))
        )
    return tuple(made.values())


def bare_files(findings: Iterable[Finding]) -> tuple[ChangedFile, ...]:
    """The files of `findings`, each once, for whoever needs no more than their paths."""
    return tuple(ChangedFile(path=path) for path in dict.fromkeys(finding.file for finding in findings))


def offset(text: str, row: int, column: int) -> int | None:
    """Where a place counted from 1 lies in `text`, lines ending in `\\n` alone; None when there is no such place."""
    lines = text.split("\n")
    if row == len(lines) + 1 and column == 1:
        return len(text)
    if not 1 <= row <= len(lines) or not 1 <= column <= len(lines[row - 1]) + 1:
        return None
    return sum(len(line) + 1 for line in lines[: row - 1]) + column - 1
