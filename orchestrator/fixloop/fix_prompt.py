"""The request for fixes of one file: what the fixer is shown, and what it is asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from orchestrator.dispatch.prompt import framed, material
from orchestrator.redaction import redact
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Finding
from orchestrator.values.lens import ContextNeed, Effort, Lens, LensScope, ScopeRule
from orchestrator.values.text import printable_path
from orchestrator.values.turn import Excerpt, Message, Payload, Purpose

NAME = "fixer"
"""The reviewer that fixes are asked of, where one has to be named: in requests, scripts and reports."""
MAX_CHARS = 120_000
"""Characters of a file that is shown whole; of a larger one the surroundings of its findings are."""
REACH = 150
"""Lines shown above and below a finding of such a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FixRequest:
    """Findings of one file, with what it takes to ask for their fixes.

    `text` is the whole file as it is now, with `\\n` line ends; `changed` what the change did to it, None when it is no
    part of the change. With `writes` a program edits a copy of the project instead of answering with edits.
    """

    file: str
    findings: tuple[Finding, ...]
    text: str
    changed: ChangedFile | None = None
    writes: bool = False


def fix_payload(request: FixRequest, model: str, effort: Effort = Effort.MEDIUM) -> Payload:
    """What is shown of the file and its change; `model` is an alias or a model id."""
    # Redacting keeps the number of lines, so that findings still name the right ones.
    text = redact(request.text)[0]
    large = len(text) > MAX_CHARS
    file = request.changed
    return Payload(
        lens=Lens(
            name=NAME,
            description="mends findings",
            model=model,
            effort=effort,
            scope=LensScope(ScopeRule.ON_DEMAND),
            context=ContextNeed.FULL_FILE,
            body="",
            digest="",
        ),
        files=(file or ChangedFile(path=request.file),),
        has_diff=file is not None and bool(file.hunks),
        contents=MappingProxyType({} if large else {request.file: text}),
        excerpts=MappingProxyType({request.file: _around(text, request.findings)} if large else {}),
        purpose=Purpose.FIX,
        writes=request.writes,
    )


def fix_messages(request: FixRequest, payload: Payload, contract: str, marker: str) -> tuple[Message, ...]:
    """The opening: the standing contract, the material, the findings. Secrets are hidden in all of it.

    `marker` frames what is no instruction and is random for each run.
    """
    asked = _findings(request.findings, marker)
    texts = ("\n\n".join(material(payload, marker)), f"# Findings of {printable_path(request.file)}\n\n{asked}")
    shown = (Message("user", redact(text)[0]) for text in texts)
    return (Message("system", contract.strip()), *shown)


def _around(text: str, findings: Iterable[Finding]) -> tuple[Excerpt, ...]:
    lines = text.removesuffix("\n").split("\n")
    merged: list[tuple[int, int]] = []
    for one in sorted(findings, key=lambda finding: finding.line):
        first = max(one.line - REACH, 1)
        last = min((one.end_line or one.line) + REACH, len(lines))
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        elif first <= last:
            merged.append((first, last))
    return tuple(Excerpt(first, tuple(lines[first - 1 : last])) for first, last in merged)


def _findings(findings: Sequence[Finding], marker: str) -> str:
    return "\n\n".join(_finding(number, one, marker) for number, one in enumerate(findings, 1))


def _finding(number: int, finding: Finding, marker: str) -> str:
    end = f" to {finding.end_line}" if finding.end_line and finding.end_line > finding.line else ""
    title = f"## Finding {number}\n\nLine {finding.line}{end}, {finding.severity.value}, {finding.rule_id}"
    rows = [finding.message]
    rows += [f"Suggested fix: {finding.suggested_fix}"] if finding.suggested_fix else []
    rows += [f"Quoted:\n{finding.evidence}"] if finding.evidence else []
    # A reviewer's words may repeat what the code under review says.
    return f"{title}\n{framed(chr(10).join(rows), marker)}"
